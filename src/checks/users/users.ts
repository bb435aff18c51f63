/** Throw-away users: registered with canonical values and a fresh e-mail, and the code that each is sent. */
import { type Client, describeMissingCode, UnclearCodeError } from '../../client/index.ts';
import { type Exchange, isAccepted, type OperationRequest } from '../../core/exchange.ts';
import { mayBeOutage } from '../../core/outage.ts';
import { wantsUnique, withUnique } from '../../core/text.ts';
import { ageOf } from './accepted-ages.ts';
import { type CodeHabit, findCodeHabit, readyPausesMs, usualHabit } from './code-habit.ts';
import { areMerged, differAfterPlus, suspicious, whyMerged } from './merged-users.ts';
import { newMemory, type UserMemory } from './user-memory.ts';

export interface RegisterBody {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

export interface User {
  /** Counts the users of a run, from 1; placeholders bear it. */
  readonly n: number;
  readonly body: RegisterBody;
  readonly registered: Exchange;
}

/** A user whose code has come. */
export interface PendingUser extends User {
  /** Digits as sent, leading zeros kept. */
  readonly code: string;
}

export type Pending =
  | { readonly ok: true; readonly user: PendingUser }
  | {
      readonly ok: false;
      readonly why: 'refused' | 'no-source' | 'no-code' | 'source-broken' | 'merged';
      readonly message: string;
      readonly registered?: Exchange;
    };

/** Age below which a code has hardly expired, ms: users wait for their turn, and a target may throttle. */
export const youngMs = 1000;

/** Rejections of right codes that are kept. */
const keptRejected = 50;

/** How often work that runs alone tries to find out what limits hid before. */
const mostTriesAlone = 3;
/** Pauses before another user is registered instead of one whose registration was lost, ms. */
const lostPausesMs = [50, 700];
/** Once this many users in a row were lost all the same, no other is registered in their place. */
const mostLost = 5;

/** Makes up and registers users for one check, through its client; all checks number them in the memory of the run. */
export class Users {
  readonly #client: Client;
  readonly memory: UserMemory;

  constructor(client: Client, memory: UserMemory = newMemory()) {
    this.#client = client;
    this.memory = memory;
  }

  /** Whether the configuration says where codes come from. */
  get canReadCodes(): boolean {
    return this.#client.settings.fixtures.verificationCode !== undefined;
  }

  /** Whether every user gets the same code by configuration: such codes decide nothing about whose code it is. */
  get sharedCode(): boolean {
    return this.#client.settings.fixtures.verificationCode?.value !== undefined;
  }

  /** Whether a user was seen to become verifiable later than its code arrived. The code of another user may expire before that. */
  get areReadyLate(): boolean {
    return (this.memory.habit ?? usualHabit).readyAfterMs > 0;
  }

  /** The fresh part of an e-mail; see {@link Client.fresh}. */
  unique(): string {
    const unique = this.#client.fresh();
    this.memory.count += 1;
    this.#client.secrets.addUnique(unique, this.memory.count);
    return unique;
  }

  /**
   * Canonical values, with a fresh part for `{unique}`; `email` may be another template. A name that must be unique stays so
   * where it is changed.
   */
  body(change: Partial<RegisterBody> = {}): RegisterBody {
    const canonical = this.#client.settings.fixtures.register;
    const body = { ...canonical, ...change };
    for (const field of ['firstName', 'lastName'] as const)
      if (wantsUnique(canonical[field]) && !wantsUnique(body[field])) body[field] += ' {unique}';
    return withUnique(body, this.unique());
  }

  /** Registers once with the good token. */
  async register(change: Partial<RegisterBody> = {}, how: Partial<OperationRequest> = {}): Promise<User> {
    const body = this.body(change);
    const n = this.memory.count;
    const { connection: _, ...other } = how;
    const canonical = Object.keys(change).length === 0 && Object.keys(other).length === 0;
    const registered = await this.#client.send({ operation: 'register', body, canonical, ...how });
    return { n, body, registered };
  }

  /** Registers one user after another until the request of one is not lost. */
  async registerUnlessLost(change: Partial<RegisterBody> = {}, how: Partial<OperationRequest> = {}): Promise<User> {
    const { memory } = this;
    let user = await this.register(change, how);
    for (const pause of lostPausesMs) {
      if (!mayBeOutage(user.registered) || (memory.lost ?? 0) >= mostLost) break;
      await this.#client.clock.sleep(pause);
      user = await this.register(change, how);
    }
    memory.lost = mayBeOutage(user.registered) ? (memory.lost ?? 0) + 1 : 0;
    return user;
  }

  /** The code that was sent to an e-mail, within `waitMs` (default: as configured). Undefined if none came. */
  async code(email: string, n: number, waitMs?: number): Promise<string | undefined> {
    if (!this.canReadCodes) return undefined;
    const codes = await this.#client.awaitCodes(email, waitMs);
    const { place, numbers = codes.length } = await this.#habit();
    if (codes.length > 0 && codes.length !== numbers)
      throw new UnclearCodeError('messages hold different counts of numbers, so that the code is not known');
    const code = place === undefined ? undefined : codes[place];
    if (code === undefined) return undefined;
    this.#client.secrets.addCode(code, n);
    this.memory.firstDigits.set(n, code.charAt(0));
    return code;
  }

  /** Finds out how codes are read, which takes seconds on some targets: users that wait for it would grow old. */
  async prepareCodes(): Promise<void> {
    await this.#habit();
  }

  /** Registers and waits for the code. */
  async pending(change: Partial<RegisterBody> = {}, how: Partial<OperationRequest> = {}): Promise<Pending> {
    if (!this.canReadCodes)
      return {
        ok: false,
        why: 'no-source',
        message: 'the configuration does not say how to read the code that a user is sent',
      };
    const { readyAfterMs, place } = await this.#habit();
    if (await this.seemMerged()) return { ok: false, why: 'merged', message: whyMerged };
    const user = await this.registerUnlessLost(change, how);
    const { registered } = user;
    if (!isAccepted(registered)) {
      if (!mayBeOutage(registered)) this.memory.refused += 1;
      return (await this.seemMerged())
        ? { ok: false, why: 'merged', message: whyMerged, registered }
        : { ok: false, why: 'refused', message: 'the registration was refused', registered };
    }
    try {
      const code = await this.code(user.body.email, user.n);
      if (code === undefined)
        return {
          ok: false,
          why: 'no-code',
          message:
            place === undefined
              ? 'none of the numbers in the messages is accepted as a code; name the code by verificationCode.pattern'
              : await this.#describeMissing(),
          registered: user.registered,
        };
      const early = readyAfterMs - (this.#client.clock.now() - user.registered.startedAt);
      if (early > 0) await this.#client.clock.sleep(early);
      return { ok: true, user: { ...user, code } };
    } catch (error) {
      return {
        ok: false,
        why: 'source-broken',
        message: (error as Error).message,
        registered: user.registered,
      };
    }
  }

  /** Whether the target treats e-mails that differ only after a plus as one user; found out once in a run. */
  areMerged(): Promise<boolean> {
    const client = this.#client;
    return this.memory.merged.get(() => areMerged(client, this), { isExclusive: client.runsAlone });
  }

  /** The same, but asked only if new e-mails differ after a plus, and right codes or new users were rejected. */
  async seemMerged(): Promise<boolean> {
    const { email } = this.#client.settings.fixtures.register;
    const { rejected, verified, refused } = this.memory;
    // Two requests at once with one code: the rejected one may have been noted first.
    const unverified = rejected.filter(({ user }) => !verified.has(user.n));
    return differAfterPlus(email) && unverified.length + refused >= suspicious && (await this.areMerged());
  }

  async #describeMissing(): Promise<string> {
    const { verificationCode, register } = this.#client.settings.fixtures;
    const missing = `${await describeMissingCode(verificationCode)}; another form is named by verificationCode.pattern`;
    return differAfterPlus(register.email)
      ? `${missing}, and if what follows a plus is ignored, all users are one: {unique} before it tells them apart`
      : missing;
  }

  /**
   * Found out once in a run, before the first code is used: a message may hold other numbers than the code, and a user may
   * become verifiable seconds after the code has arrived. What cannot be found out is taken to be as usual.
   */
  async #habit(): Promise<CodeHabit> {
    const { memory } = this;
    if (memory.habit !== undefined) return memory.habit;
    const users = new Users(this.#client.sharing('habits of codes'), memory);
    const find = () => users.#findHabit();
    // Work that runs alone holds up all others: it would wait for ever for what one of them finds out. A limit on what is
    // in progress does not hide it there.
    if (memory.codes !== undefined && this.#client.runsAlone) {
      memory.triedAlone = (memory.triedAlone ?? 0) + 1;
      if (memory.triedAlone <= mostTriesAlone) keep(memory, await find());
      return memory.habit ?? usualHabit;
    }
    memory.codes ??= find();
    keep(memory, await memory.codes);
    return memory.habit ?? usualHabit;
  }

  #findHabit(): Promise<CodeHabit | undefined> {
    const verify = async (user: PendingUser) => {
      const verified = await this.#sendVerification(user);
      if (!isAccepted(verified)) return verified;
      this.memory.firstVerified ??= { user, verified };
      this.memory.lastVerified = { last: verified, isGood: true };
      this.memory.ages.note(ageOf(user, verified));
      return verified;
    };
    return findCodeHabit(this.#client, { register: () => this.register(), verify });
  }

  /**
   * Verifies with the e-mail and the code as they were sent: again and again, if users of this target become verifiable
   * later than their code arrives, and perhaps not always as late.
   * @returns the exchange that was lost, if it may have used up the code and nothing after it was accepted
   */
  async verify(user: PendingUser, how: Partial<OperationRequest> = {}): Promise<Exchange> {
    let verified = await this.#verifyUnlessLost(user, how);
    this.#note(user, verified);
    if (isAccepted(verified) || mayBeOutage(verified)) return verified;
    const habit = this.memory.codes === undefined ? usualHabit : await this.#habit();
    const isUsual = habit.readyAfterMs === 0;
    for (const pause of isUsual ? this.memory.ages.pausesAt(ageOf(user, verified)) : readyPausesMs) {
      if (await this.seemMerged()) break;
      await this.#client.clock.sleep(pause);
      verified = await this.#verifyUnlessLost(user, how);
      if (isAccepted(verified) || mayBeOutage(verified)) break;
    }
    if (isAccepted(verified)) this.memory.acceptedLate += 1;
    if (isUsual && isAccepted(verified)) this.memory.habit = { ...habit, readyAfterMs: ageOf(user, verified) };
    return verified;
  }

  async #verifyUnlessLost(user: PendingUser, how: Partial<OperationRequest>): Promise<Exchange> {
    const first = await this.#sendVerification(user, how);
    if (!mayBeOutage(first)) return first;
    const again = await this.#sendVerification(user, { ...how, connection: 'fresh' });
    return isAccepted(again) ? again : first;
  }

  #note(user: PendingUser, verified: Exchange): void {
    const { memory } = this;
    const { n, code } = user;
    if (isAccepted(verified)) {
      memory.lastVerified = { last: verified, isGood: true };
      memory.accepted += 1;
      memory.verified.add(n);
      memory.ages.note(ageOf(user, verified));
      if (code.startsWith('0')) memory.leadingZeros += 1;
      return;
    }
    // A code may work once.
    if (memory.verified.has(n)) return;
    memory.everRejected.add(n);
    if (memory.lastVerified !== undefined) memory.lastVerified = { ...memory.lastVerified, isGood: false };
    if (!mayBeOutage(verified) && ageOf(user, verified) < youngMs)
      if (memory.rejected.length < keptRejected) memory.rejected.push({ user, verified });
  }

  #sendVerification(user: PendingUser, how: Partial<OperationRequest> = {}): Promise<Exchange> {
    return this.#client.send({
      operation: 'verify',
      body: { email: user.body.email, code: Number(user.code) },
      ...how,
    });
  }
}

function keep(memory: UserMemory, found: CodeHabit | undefined): void {
  if (found !== undefined) memory.habit ??= found;
}
