/** Registration and verification, with codes of any legal kind (§4.2, §4.3). */
import { randomInt } from 'node:crypto';
import type { AccountLiberties } from './options.ts';
import { Refusal } from './refusal.ts';

interface User {
  code: number;
  since: number;
  /** When others find it, ms since the epoch. */
  stored: number;
  state: 'waiting' | 'verified';
  tries: number;
  /** Wrong codes since a right one, and until when no code is looked at, ms since the epoch. */
  wrong: number;
  pausedUntil: number;
}

/** A mail that arrives at its moment, ms since the epoch. */
interface Mail {
  readonly at: number;
  readonly text: string;
}

export class Accounts {
  readonly #how: AccountLiberties;
  readonly #users = new Map<string, User>();
  /** By mailbox, which has no letter case; the newest last. */
  readonly #mails = new Map<string, Mail[]>();
  /** Values of fields that have to be unique. */
  readonly #taken = new Set<string>();
  #registered = 0;
  /** Ms since the epoch. */
  #lastRegistered = 0;
  /** Wrong codes since a right one, and until when every code is refused, ms since the epoch. */
  #wrong = 0;
  #pausedUntil = 0;
  #isVerifying = false;
  /** When codes were looked at, ms since the epoch. */
  #lookedAt: number[] = [];
  /** When users were registered, ms since the epoch. */
  #registeredAt: number[] = [];

  constructor(how: AccountLiberties) {
    this.#how = how;
  }

  register(body: Readonly<Record<string, unknown>>): object {
    const {
      quota = Number.POSITIVE_INFINITY,
      quotaStatus = 402,
      registrationGapMs = 0,
      waiting = Number.POSITIVE_INFINITY,
      taken,
    } = this.#how;
    const email = this.#keyOf(body);
    // Mail goes to the address as given.
    const address = textOf(body, 'email').trim();
    for (const name of ['firstName', 'lastName', 'password']) textOf(body, name);
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal(400, 'email');
    const known = this.#find(email);
    if (known !== undefined) {
      if (typeof taken === 'number') throw new Refusal(taken, 'taken');
      if (taken === 'notice') this.#mail(address, 'You are registered already. Ticket 482913 tells who tried it.');
      if (taken === 'new-code') this.#renew(address, known);
      return {};
    }
    if (Date.now() - this.#lastRegistered < registrationGapMs) throw new Refusal(422, 'too soon');
    this.#checkRegistrationRate();
    if (this.#registered >= quota) throw new Refusal(quotaStatus, 'no more registrations');
    if ([...this.#users.values()].filter(({ state }) => state === 'waiting').length >= waiting)
      throw new Refusal(this.#how.waitingStatus ?? 429, 'too many users wait for their verification');
    this.#takeUnique(body);
    this.#registered += 1;
    this.#lastRegistered = Date.now();
    const stored = Date.now() + between(this.#how.storedAfterMs);
    const user: User = { code: 0, since: 0, stored, state: 'waiting', tries: 0, wrong: 0, pausedUntil: 0 };
    this.#users.set(email, user);
    this.#renew(address, user);
    return {};
  }

  #find(email: string): User | undefined {
    const user = this.#users.get(email);
    return user === undefined || user.stored > Date.now() ? undefined : user;
  }

  #takeUnique(body: Readonly<Record<string, unknown>>): void {
    const { unique } = this.#how;
    if (unique === undefined) return;
    const domain = textOf(body, 'email').replace(/^.*@/s, '');
    const values = JSON.stringify(unique.map((name) => (name === 'domain' ? domain : body[name])));
    if (this.#taken.has(values)) throw new Refusal(409, `there is a user with this ${unique.join(' and ')}`);
    this.#taken.add(values);
  }

  #keyOf(body: Readonly<Record<string, unknown>>): string {
    const given = textOf(body, 'email').trim();
    const email = this.#how.dropsTags === true ? given.replace(/\+.*(?=@)/s, '') : given;
    return this.#how.lettersMatter === true ? email : email.toLowerCase();
  }

  /** Draws a code, which ends the one before, and sends it. */
  #renew(email: string, user: User): void {
    user.code = this.#draw();
    user.since = Date.now();
    const sign = user.code < 0 ? '-' : '';
    const digits = String(Math.abs(user.code)).padStart(this.#how.digits, '0');
    const groups = digits.replace(/\d{3}(?=\d)/g, '$& ');
    const mail = this.#how.mail.replaceAll('{number}', () => String(randomInt(100_000, 1_000_000)));
    this.#mail(
      email,
      mail
        .replaceAll('{email}', email)
        .replace('{code}', sign + digits)
        .replace('{groups}', groups),
    );
  }

  #mail(email: string, text: string): void {
    const mailbox = email.toLowerCase();
    const mails = this.#mails.get(mailbox) ?? [];
    const { codeLateMs = 0, mailGapMs = 0 } = this.#how;
    const at = Math.max(Date.now() + codeLateMs, (mails.at(-1)?.at ?? 0) + mailGapMs);
    this.#mails.set(mailbox, [...mails, { at, text }]);
  }

  async verify(body: Readonly<Record<string, unknown>>): Promise<object> {
    const { verificationLock: lock } = this.#how;
    if (lock === undefined) return this.#verify(body);
    if (this.#isVerifying) throw new Refusal(lock.status, 'another verification is in progress');
    this.#isVerifying = true;
    try {
      await new Promise((resolve) => setTimeout(resolve, lock.ms));
      return await this.#verify(body);
    } finally {
      this.#isVerifying = false;
    }
  }

  #verify(body: Readonly<Record<string, unknown>>): object | Promise<object> {
    const { code } = body;
    const email = this.#keyOf(body);
    const user = this.#find(email);
    if (this.#how.resends === true && (code ?? null) === null) {
      if (user?.state === 'waiting') this.#renew(email, user);
      return {};
    }
    if (typeof code !== 'number' || !Number.isInteger(code)) throw new Refusal(400, 'code');
    this.#checkRate();
    const { pause } = this.#how;
    if (pause !== undefined && Date.now() < this.#pausedUntil) throw new Refusal(pause.status, 'too many wrong codes');
    if (user === undefined) throw new Refusal(422, 'wrong code');
    if (this.#how.anyCodeOnceVerified === true && user.state === 'verified') return {};
    const {
      livesMs = Number.POSITIVE_INFINITY,
      serveOnce,
      readyAfterMs = 0,
      codeLateMs = 0,
      voidedByWrong,
    } = this.#how;
    const { lockAfter = Number.POSITIVE_INFINITY, triesPerEmail = Number.POSITIVE_INFINITY } = this.#how;
    if (Date.now() < user.pausedUntil) throw tooManyWrong(user.pausedUntil);
    user.tries += 1;
    if (user.tries > triesPerEmail) throw new Refusal(429, 'too many tries for this e-mail');
    if (user.tries > lockAfter) throw new Refusal(423, 'locked');
    const age = Date.now() - user.since;
    if (serveOnce && user.state === 'verified' && code === user.code)
      throw new Refusal(this.#how.reuseStatus ?? 422, 'used code');
    const right = code === user.code && age <= livesMs + codeLateMs;
    if (!right) {
      if (voidedByWrong === true) user.code = Number.NaN;
      this.#countWrong();
      this.#countWrongOf(user);
      return this.#refuseCode(user);
    }
    if (age < readyAfterMs) throw new Refusal(409, 'the user is not there yet');
    const verify = () => {
      user.state = 'verified';
    };
    if (this.#how.verifiedAfterMs === undefined) verify();
    else setTimeout(verify, between(this.#how.verifiedAfterMs)).unref();
    this.#wrong = 0;
    user.wrong = 0;
    return {};
  }

  async #refuseCode({ tries }: User): Promise<never> {
    const { wrongDelayMs } = this.#how;
    if (wrongDelayMs !== undefined)
      await new Promise((resolve) => setTimeout(resolve, wrongDelayMs * 2 ** (tries - 1)));
    throw new Refusal(422, 'wrong code');
  }

  #checkRate(): void {
    const { verifications } = this.#how;
    if (verifications === undefined) return;
    const { atMost, ms, status } = verifications;
    this.#lookedAt = this.#lookedAt.filter((at) => Date.now() - at < ms);
    if (this.#lookedAt.length >= atMost) throw new Refusal(status, 'too many verifications');
    this.#lookedAt.push(Date.now());
  }

  #checkRegistrationRate(): void {
    const { registrations } = this.#how;
    if (registrations === undefined) return;
    const { atMost, ms } = registrations;
    this.#registeredAt = this.#registeredAt.filter((at) => Date.now() - at < ms);
    if (this.#registeredAt.length >= atMost) throw new Refusal(429, 'too many registrations');
    this.#registeredAt.push(Date.now());
  }

  #countWrong(): void {
    const { pause } = this.#how;
    this.#wrong += 1;
    if (pause === undefined || this.#wrong < pause.after) return;
    this.#wrong = 0;
    this.#pausedUntil = Date.now() + pause.ms;
  }

  #countWrongOf(user: User): void {
    const { pausesUser } = this.#how;
    user.wrong += 1;
    if (pausesUser === undefined || user.wrong < pausesUser.after) return;
    user.wrong = 0;
    user.pausedUntil = Date.now() + pausesUser.ms;
  }

  /** The text of the newest mail to an address, or to any; undefined before one came. */
  mailTo(email: string): string | undefined {
    const ofEmail = this.#mails.get(email.trim().toLowerCase()) ?? [];
    const mails =
      this.#how.oneMailbox === true ? [...this.#mails.values()].flat().sort((a, b) => a.at - b.at) : ofEmail;
    return mails.findLast(({ at }) => at <= Date.now())?.text;
  }

  #draw(): number {
    const { digits, negative, codesOfTime } = this.#how;
    const code = codesOfTime === true ? 100_000 + (Date.now() % 900_000) : randomInt(0, 10 ** digits);
    return negative === true ? -Math.max(code, 1) : code;
  }
}

function tooManyWrong(until: number): Refusal {
  return new Refusal(429, 'too many wrong codes for this e-mail', String(Math.ceil((until - Date.now()) / 1000)));
}

/** A time between two, ms. */
function between([least, most]: readonly [number, number] = [0, 0]): number {
  return least + Math.random() * (most - least);
}

function textOf(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Refusal(400, name);
  return value;
}
