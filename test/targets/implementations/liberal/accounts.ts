/** Registration and verification, with codes of any legal kind (§4.2, §4.3). */
import { randomInt } from 'node:crypto';
import type { AccountLiberties } from './options.ts';
import { Refusal } from './refusal.ts';

interface User {
  code: number;
  readonly since: number;
  state: 'waiting' | 'verified';
}

export class Accounts {
  readonly #how: AccountLiberties;
  readonly #users = new Map<string, User>();
  #registered = 0;

  constructor(how: AccountLiberties) {
    this.#how = how;
  }

  register(body: Readonly<Record<string, unknown>>): object {
    const {
      quota = Number.POSITIVE_INFINITY,
      quotaStatus = 402,
      waiting = Number.POSITIVE_INFINITY,
      taken,
    } = this.#how;
    const email = textOf(body, 'email').trim().toLowerCase();
    for (const name of ['firstName', 'lastName', 'password']) textOf(body, name);
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal(400, 'email');
    const known = this.#users.get(email);
    if (known !== undefined) {
      if (taken === 'hidden') return {};
      throw new Refusal(taken, 'taken');
    }
    if (this.#registered >= quota) throw new Refusal(quotaStatus, 'no more registrations');
    if ([...this.#users.values()].filter(({ state }) => state === 'waiting').length >= waiting)
      throw new Refusal(429, 'too many users wait for their verification');
    this.#registered += 1;
    this.#users.set(email, { code: this.#draw(), since: Date.now(), state: 'waiting' });
    return {};
  }

  verify(body: Readonly<Record<string, unknown>>): object {
    const { code } = body;
    if (typeof code !== 'number' || !Number.isInteger(code)) throw new Refusal(400, 'code');
    const user = this.#users.get(textOf(body, 'email').trim().toLowerCase());
    if (user === undefined) throw new Refusal(422, 'wrong code');
    const {
      livesMs = Number.POSITIVE_INFINITY,
      serveOnce,
      readyAfterMs = 0,
      codeLateMs = 0,
      voidedByWrong,
    } = this.#how;
    const age = Date.now() - user.since;
    const right = code === user.code && age <= livesMs + codeLateMs && !(serveOnce && user.state === 'verified');
    if (!right) {
      if (voidedByWrong === true) user.code = Number.NaN;
      throw new Refusal(422, 'wrong code');
    }
    if (age < readyAfterMs) throw new Refusal(409, 'the user is not there yet');
    user.state = 'verified';
    return {};
  }

  /** The text of the newest mail to an address; undefined before one came. */
  mailTo(email: string): string | undefined {
    const user = this.#users.get(email.trim().toLowerCase());
    if (user === undefined || Date.now() - user.since < (this.#how.codeLateMs ?? 0)) return undefined;
    const sign = user.code < 0 ? '-' : '';
    return this.#how.mail.replace('{code}', sign + String(Math.abs(user.code)).padStart(this.#how.digits, '0'));
  }

  #draw(): number {
    const { digits, negative } = this.#how;
    const code = randomInt(0, 10 ** digits);
    return negative === true ? -Math.max(code, 1) : code;
  }
}

function textOf(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Refusal(400, name);
  return value;
}
