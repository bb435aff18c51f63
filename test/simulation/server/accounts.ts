/** Registration and verification, with codes of any legal kind (§4.2, §4.3). */
import type { Clock } from '../../../src/core/clock.ts';
import type { ServerFault } from '../server-faults.ts';
import type { Server } from './axes.ts';
import { type Body, textOf } from './body.ts';
import { Refusal } from './refusal.ts';

interface User {
  code: number;
  /** When the code was sent, ms since the epoch. */
  since: number;
  readonly registered: number;
  isVerified: boolean;
  isVoid: boolean;
  wrong: number;
}

/** How long a user is locked after wrong codes, ms. */
const lockMs = 60_000;

export class Accounts {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #fault: ServerFault | undefined;
  readonly #users = new Map<string, User>();
  readonly #lockedUntil = new Map<string, number>();
  #registered = 0;

  constructor(server: Server, clock: Clock, random: () => number, fault: ServerFault | undefined) {
    this.#server = server;
    this.#clock = clock;
    this.#random = random;
    this.#fault = fault;
  }

  register(body: Body): object {
    const { taken, registerQuota, quotaStatus, waiting } = this.#server;
    const email = textOf(body, 'email');
    for (const name of ['firstName', 'lastName', 'password']) textOf(body, name);
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal(400, 'email');
    const key = this.#normal(email);
    if (this.#users.has(key) && taken !== 'replaces') {
      if (taken === 'hidden') return {};
      throw new Refusal(taken, 'taken');
    }
    if (registerQuota !== undefined && this.#registered >= registerQuota)
      throw new Refusal(quotaStatus, 'no more registrations');
    if (waiting !== undefined && this.#waiting() >= waiting)
      throw new Refusal(429, 'too many users wait for their verification');
    this.#registered += 1;
    if (this.#fault === 'every fifth registration is lost' && this.#registered % 5 === 4) return {};
    const now = this.#clock.now();
    const code = this.#draw();
    this.#users.set(key, { code, since: now, registered: now, isVerified: false, isVoid: false, wrong: 0 });
    return this.#fault === 'registration returns a member' ? { email } : {};
  }

  verify(body: Body): object {
    const { coercesCodes, emailAlone } = this.#server;
    const { code: given } = body;
    if (this.#fault === 'no code is needed' && given === undefined) return {};
    if (given === undefined && emailAlone !== 'refused') return this.#resend(textOf(body, 'email'));
    const code = coercesCodes && typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
    if (typeof code !== 'number' || !Number.isInteger(code)) throw new Refusal(400, 'code');
    const key = this.#normal(textOf(body, 'email'));
    const user = this.#users.get(key);
    if (user === undefined) {
      if (this.#fault === 'unknown e-mails are verified') return {};
      throw new Refusal(422, 'wrong code');
    }
    if (this.#clock.now() < (this.#lockedUntil.get(key) ?? 0)) throw new Refusal(423, 'locked');
    if (!this.#isRight(user, code)) {
      this.#noteWrong(key, user);
      throw new Refusal(422, 'wrong code');
    }
    if (!this.#isReady(user)) throw new Refusal(409, 'the user is not there yet');
    user.isVerified = true;
    return {};
  }

  /** A request with an e-mail alone sends the mail again; nobody is verified. */
  #resend(email: string): object {
    const user = this.#users.get(this.#normal(email));
    if (user !== undefined && this.#server.emailAlone === 'renews')
      Object.assign(user, { code: this.#draw(), since: this.#clock.now(), isVoid: false });
    return {};
  }

  /** The text of the newest mail to an address; undefined before one came. */
  mailTo(email: string): string | undefined {
    const { codeLateMs, digits, mail } = this.#server;
    const user = this.#users.get(this.#normal(email));
    if (user === undefined || this.#clock.now() - user.since < codeLateMs) return undefined;
    const sign = user.code < 0 ? '-' : '';
    return mail.replace('{code}', sign + String(Math.abs(user.code)).padStart(digits, '0'));
  }

  #isReady({ registered }: User): boolean {
    const { readyAfterMs, readyEveryMs = 1 } = this.#server;
    return this.#clock.now() >= Math.ceil((registered + readyAfterMs) / readyEveryMs) * readyEveryMs;
  }

  #isRight(user: User, code: number): boolean {
    const { codeLivesMs = Number.POSITIVE_INFINITY, codeLateMs, codeServes } = this.#server;
    if (this.#fault === 'any code will do') return true;
    if (this.#fault === 'the last digit is not compared' && Math.trunc(code / 10) === Math.trunc(user.code / 10))
      return true;
    if (this.#fault === 'any pending code will do')
      return [...this.#users.values()].some((one) => !one.isVerified && one.code === code);
    const lives = this.#clock.now() - user.since <= codeLivesMs + codeLateMs;
    return code === user.code && lives && !user.isVoid && !(codeServes === 'once' && user.isVerified);
  }

  #noteWrong(key: string, user: User): void {
    const { wrongCodes } = this.#server;
    user.wrong += 1;
    if (wrongCodes === 'voids') user.isVoid = true;
    const most = wrongCodes === 'locks-after-3' ? 3 : wrongCodes === 'locks-after-5' ? 5 : Number.POSITIVE_INFINITY;
    if (user.wrong >= most) this.#lockedUntil.set(key, this.#clock.now() + lockMs);
  }

  #waiting(): number {
    return [...this.#users.values()].filter(({ isVerified }) => !isVerified).length;
  }

  #draw(): number {
    const { digits, leadingZeros, negativeCodes } = this.#server;
    const least = leadingZeros ? 0 : 10 ** (digits - 1);
    const code = least + Math.floor(this.#random() * (10 ** digits - least));
    return negativeCodes ? -Math.max(code, 1) : code;
  }

  #normal(email: string): string {
    const { emails } = this.#server;
    if (emails === 'exact') return email;
    const [local = '', host = ''] = email.toLowerCase().split('@');
    if (emails === 'lower') return `${local}@${host}`;
    return emails === 'plus' ? `${local.split('+')[0]}@${host}` : `${local.replaceAll('.', '')}@${host}`;
  }
}
