/** Users that wait for their verification. */
import { forEachConcurrently } from '../../core/concurrency.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { CheckConcluded, inconclusive } from '../conclusion.ts';
import { requireCodeSource, requirePendingUser } from '../valid-request.ts';
import { takeSpareUser } from './spare-users.ts';
import type { PendingUser, RegisterBody, User, Users } from './users.ts';

/**
 * A pending user for requests that must be rejected. In a lean run, checks share one; if one of them uses up its code, or the
 * target locks the user, the others decide with fresh users.
 */
export function sharedUser(t: CheckContext): Promise<PendingUser> {
  return t.share('pending user', requirePendingUser);
}

/** E-mails of registered users: `count`, or if the run is lean the one that checks share, if codes can be had. */
export async function registeredEmails(t: CheckContext, count: number): Promise<readonly string[]> {
  if (t.effort.isLean) {
    const shared = await sharedUser(t).catch((error: unknown) => {
      if (!(error instanceof CheckConcluded)) throw error;
    });
    if (shared !== undefined) return [shared.body.email];
  }
  const users = await Promise.all(Array.from({ length: t.effort.isLean ? 1 : count }, () => registeredUser(t)));
  return users.filter(({ registered }) => isAccepted(registered)).map(({ body }) => body.email);
}

/** A user that only needs to be registered: one that another check has left, or a fresh one. */
export async function registeredUser(t: CheckContext): Promise<User> {
  return takeSpareUser(t) ?? (await t.users.register());
}

/** How several users are registered. */
export const manners = ['one by one', 'at once', 'on one connection'] as const;
export type Manner = (typeof manners)[number];

/** Several users registered in one manner. */
export interface Cohort {
  /** All of them, accepted or not, in order of registration. */
  readonly registered: readonly User[];
  /** Users whose code came, in order of registration. */
  readonly pending: readonly PendingUser[];
  /** Users that were registered, but got no code. */
  readonly codeless: readonly User[];
}

/**
 * Registers several users, one by one or at once, and only then reads their codes, all together: codes may come late and
 * live for seconds only.
 * @throws CheckConcluded (inconclusive) if codes cannot be read at all
 */
export async function registerCohort(
  t: CheckContext,
  changes: readonly Partial<RegisterBody>[],
  manner: Manner,
  waitMs?: number,
): Promise<Cohort> {
  const { users, client } = t;
  requireCodeSource(users);
  await users.prepareCodes();
  const registered: User[] = [];
  const connection = manner === 'on one connection' ? client.session() : undefined;
  const how = connection === undefined ? {} : { connection };
  const registerAll = (own: Users, atOnce: number) =>
    forEachConcurrently(changes, atOnce, async (change, at) => {
      registered[at] = await own.register(change, how);
    });
  // Alone: registrations of other checks would come between these, and any request takes one of the few places in flight.
  await (manner === 'at once'
    ? t.exclusively((alone) => registerAll(alone.users, changes.length), 'register')
    : registerAll(users, 1).finally(() => connection?.close()));
  const accepted = registered.filter((user) => isAccepted(user.registered));
  const codes = await Promise.all(accepted.map((user) => users.code(user.body.email, user.n, waitMs)));
  return {
    registered,
    pending: accepted.flatMap((user, at) => (codes[at] === undefined ? [] : [{ ...user, code: codes[at] }])),
    codeless: accepted.filter((_, at) => codes[at] === undefined),
  };
}

/** Tries to verify a user with the configured code that all users share. */
export async function verifyWithSharedCode({ users }: CheckContext, user: User): Promise<Exchange> {
  const code = (await users.code(user.body.email, user.n)) ?? '';
  return users.verify({ ...user, code }, { throttle: 'accept' });
}

/** Inconclusive if the shared code verifies an e-mail that nobody registered: it cannot show who is registered. */
export async function requireSelectiveCode(t: CheckContext): Promise<void> {
  const nobody = await t.users.register({}, { authorization: null, target: '/v2/nothing-is-here' });
  if (!isAccepted(await verifyWithSharedCode(t, nobody))) return;
  inconclusive(
    'the fixed code verifies e-mails that nobody registered, so it cannot show who is registered',
    'fixtures.verificationCode with a url, command or mailpit',
  );
}
