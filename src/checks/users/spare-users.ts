/**
 * Users that a check has registered and no longer needs. They stay on the target, so that checks whose verifications must be
 * rejected try them on these before they register more. Such a user was sent nothing after its registration, which cannot
 * make a wrong code right: what is accepted is confirmed with fresh users all the same. It may keep the user from being
 * verified at all, and so may the age of its code: its right code at the end shows that it was pending (tries-of-users.ts).
 */
import { type Client, UnclearCodeError } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { jsonOfSent } from '../../core/sent-body.ts';
import { uniquePartOf } from '../../core/text.ts';
import { operationTable } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import type { PendingUser, RegisterBody, User } from './users.ts';

/** Requirements whose checks look at registrations alone, before the first spare user is taken. */
export const leavingUsers: ReadonlySet<string> = new Set([
  'auth/register/never-remembered',
  'auth/register/other-forms',
  'auth/register/scheme-case',
  'register/json-charset',
  'register/no-server-error',
  'register/ordinary-names',
  'register/required-fields',
  'register/same-every-time',
]);

/** Spare users that each requirement may take, in order: who gets which does not depend on which check comes first. */
export const sharesOfSpareUsers = {
  'verify/rejects-non-json': 2,
  'verify/rejects-wrong-types': 2,
  'verify/missing-code': 2,
  'verify/unknown-email': 3,
  'verify/survives-malformed': 1,
  'verify/other-users-code': 4,
  'verify/wrong-code': 10,
  'verify/no-server-error': 5,
} as const;

const takers: readonly string[] = Object.entries(sharesOfSpareUsers).flatMap(([id, count]) =>
  Array<string>(count).fill(id),
);

/** How many users of the run count as the first. */
const firstUsers = 40;

/** A registered user, and what became of it since. */
interface Left {
  readonly user: User;
  isTouched: boolean;
}

export class SpareUsers {
  readonly #left = new Map<string, Left>();
  /** The first users of the run, whichever check registered them. */
  readonly #first = new Map<string, Left>();
  readonly #client: Client;
  /** By taker, from the first time on that one is taken: what comes later depends on timing. */
  #dealt: Map<string, User[]> | undefined;

  constructor(client: Client) {
    this.#client = client;
    client.listen((exchange) => this.#note(exchange));
  }

  /** One that the requirement may take; undefined if none is left. */
  take(id: string): User | undefined {
    this.#dealt ??= this.#deal();
    return this.#dealt.get(id)?.shift();
  }

  /** Of the first users of the run, those that were sent nothing since their registration. */
  get untouchedFirst(): readonly User[] {
    return [...this.#first.values()].flatMap(({ user, isTouched }) => (isTouched ? [] : [user]));
  }

  #note(exchange: Exchange): void {
    const { operation, proper, body } = exchange.request;
    if (!proper || body === null || operationTable[operation].tag !== 'auth') return;
    const sent = bodyOf(body);
    const fresh = sent && uniquePartOf(sent.email, this.#client.settings.fixtures.register.email);
    const n = fresh && this.#client.secrets.userOf(fresh);
    if (sent === undefined || fresh === undefined || typeof n !== 'number') return;
    const user: User = { n, body: sent, registered: exchange };
    const isRegistration = operationTable[operation].consumes === 'email';
    const first = this.#first.get(fresh);
    if (first !== undefined) first.isTouched = true;
    else if (isRegistration && isAccepted(exchange) && this.#first.size < firstUsers)
      this.#first.set(fresh, { user, isTouched: false });
    if (this.#dealt !== undefined) return;
    const known = this.#left.get(fresh);
    if (known !== undefined) known.isTouched = true;
    else if (isRegistration && leavingUsers.has(exchange.sentFor ?? ''))
      this.#left.set(fresh, { user, isTouched: !isAccepted(exchange) });
  }

  /** By e-mail, which the seed draws, and not by the time of registration. */
  #deal(): Map<string, User[]> {
    const inOrder = [...this.#left.values()].filter(({ isTouched }) => !isTouched).map(({ user }) => user);
    inOrder.sort((a, b) => (a.body.email < b.body.email ? -1 : 1));
    const dealt = new Map<string, User[]>();
    for (const [at, id] of takers.entries()) {
      const user = inOrder[at];
      if (user !== undefined) dealt.set(id, [...(dealt.get(id) ?? []), user]);
    }
    return dealt;
  }
}

/** A spare user of this requirement; none if the run is lean, or if a finding is confirmed, which rests on no history. */
export function takeSpareUser(t: CheckContext): User | undefined {
  if (t.effort.isLean || t.client.runsAlone) return undefined;
  const user = t.runContext.spareUsers.take(t.requirement.id);
  if (user !== undefined) t.client.noteUse([user.registered]);
  return user;
}

/** The same with its code. A message may greet its user, whose name holds numbers too: one without a clear code is passed over. */
export async function takeSparePending(t: CheckContext): Promise<PendingUser | undefined> {
  if (!t.users.canReadCodes) return undefined;
  for (let user = takeSpareUser(t); user !== undefined; user = takeSpareUser(t)) {
    const pending = await withCode(t, user);
    if (pending !== 'unclear') return pending;
  }
  return undefined;
}

/** Of the first users of the run, the last one that was sent nothing since its registration, with its code. */
export async function untouchedPending(t: CheckContext): Promise<PendingUser | undefined> {
  const user = t.runContext.spareUsers.untouchedFirst.at(-1);
  if (user === undefined || !t.users.canReadCodes) return undefined;
  const pending = await withCode(t, user);
  return pending === 'unclear' ? undefined : pending;
}

/** The user with its code; undefined if no code has come. */
async function withCode(t: CheckContext, user: User): Promise<PendingUser | undefined | 'unclear'> {
  try {
    const code = await t.users.code(user.body.email, user.n);
    return code === undefined ? undefined : { ...user, code };
  } catch (error) {
    if (error instanceof UnclearCodeError) return 'unclear';
    throw error;
  }
}

function bodyOf(body: Uint8Array): RegisterBody | undefined {
  const value = jsonOfSent(body) as RegisterBody | null | undefined;
  return typeof value?.email === 'string' ? value : undefined;
}
