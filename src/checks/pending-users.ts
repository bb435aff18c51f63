/** Users that wait for their verification, and the right codes that wrong ones are compared with. */
import { describeResponse, type Exchange, isAccepted } from '../core/exchange.ts';
import type { CheckContext } from './check-context.ts';
import { CheckConcluded, inconclusive } from './conclusion.ts';
import type { PendingUser, RegisterBody, User } from './users.ts';
import { requireCodeSource, requirePendingUser } from './valid-request.ts';

/** Age up to which an accepted right code is also the control before the next wrong code, ms. */
const freshMs = 10_000;
/** Time in which checks that end share the right code that is sent after the last of them, ms. */
const gatherMs = 60;

/** What a run remembers of its right codes. */
class RightCodes {
  last: Exchange | undefined;
  gathering: Promise<Exchange> | undefined;
}

/**
 * Requires that the right code of a fresh user is accepted, the positive control of wrong codes: a target may lock or slow a
 * client that sent some. Checks share the control before; where the run is lean they do without it, and share the one after.
 * @returns the control; undefined before, where the run is lean
 * @throws CheckConcluded (inconclusive) where it is rejected
 */
export async function requireRightCode(
  t: CheckContext,
  when: 'before' | 'after' = 'after',
): Promise<Exchange | undefined> {
  const codes = t.once('right codes', () => new RightCodes());
  if (when === 'before') {
    const { last } = codes;
    if (last !== undefined && t.clock.now() - last.startedAt < freshMs) return last;
    if (t.effort.isLean) return undefined;
  }
  const shared = t.sharing('right codes');
  const exchange = await (t.effort.isLean ? gathered(codes, shared) : verifyFreshUser(when === 'before' ? shared : t));
  if (isAccepted(exchange)) {
    codes.last = exchange;
    return exchange;
  }
  return inconclusive(
    `the right code of a fresh user ${describeResponse(exchange)} after wrong codes were sent, so a rejection would prove nothing`,
    `a target that does not lock the client, or a run with --only ${t.requirement.id}`,
    [exchange],
  );
}

async function verifyFreshUser({ users }: CheckContext): Promise<Exchange> {
  return users.verify(await requirePendingUser({ users }));
}

function gathered(codes: RightCodes, shared: CheckContext): Promise<Exchange> {
  codes.gathering ??= shared.clock.sleep(gatherMs).then(() => {
    codes.gathering = undefined;
    return verifyFreshUser(shared);
  });
  return codes.gathering;
}

/**
 * A pending user that gets what must be rejected. Where the run is lean, checks share one; if one of them uses up its code,
 * or the target locks it, the others decide by what follows with fresh users.
 */
export function sharedUser(t: CheckContext): Promise<PendingUser> {
  return t.share('pending user', requirePendingUser);
}

/** E-mails of registered users: `count`, or where the run is lean the one that checks share, if codes can be had. */
export async function registeredEmails(t: CheckContext, count: number): Promise<readonly string[]> {
  if (t.effort.isLean) {
    const shared = await sharedUser(t).catch((error: unknown) => {
      if (!(error instanceof CheckConcluded)) throw error;
    });
    if (shared !== undefined) return [shared.body.email];
  }
  const users = await Promise.all(Array.from({ length: t.effort.isLean ? 1 : count }, () => t.users.register()));
  return users.filter(({ registered }) => isAccepted(registered)).map(({ body }) => body.email);
}

/** Several users registered in one manner. */
export interface Cohort {
  /** Those whose code came, in order of registration. */
  readonly pending: readonly PendingUser[];
  /** Registered, but no code came. */
  readonly codeless: readonly User[];
}

/**
 * Registers several users, one by one or at once, and only then reads their codes, all together: codes may come late and
 * live for seconds only.
 * @throws CheckConcluded (inconclusive) where codes cannot be read at all
 */
export async function registerCohort(
  { users }: CheckContext,
  changes: readonly Partial<RegisterBody>[],
  manner: 'one by one' | 'at once',
  waitMs?: number,
): Promise<Cohort> {
  requireCodeSource(users);
  await users.prepareCodes();
  const registered: User[] = [];
  if (manner === 'at once') registered.push(...(await Promise.all(changes.map((change) => users.register(change)))));
  else for (const change of changes) registered.push(await users.register(change));
  const accepted = registered.filter((user) => isAccepted(user.registered));
  const codes = await Promise.all(accepted.map((user) => users.code(user.body.email, user.n, waitMs)));
  return {
    pending: accepted.flatMap((user, at) => (codes[at] === undefined ? [] : [{ ...user, code: codes[at] }])),
    codeless: accepted.filter((_, at) => codes[at] === undefined),
  };
}

/** Tries to verify a user with the configured code that all users share. */
export async function verifyWithSharedCode({ users }: CheckContext, user: User): Promise<Exchange> {
  const code = (await users.code(user.body.email, user.n)) ?? '';
  return users.verify({ ...user, code }, { throttle: 'accept' });
}

/** Inconclusive where the shared code verifies an e-mail that nobody registered: it cannot show who is registered. */
export async function requireSelectiveCode(t: CheckContext): Promise<void> {
  const nobody = await t.users.register({}, { authorization: null, target: '/v2/nothing-is-here' });
  if (!isAccepted(await verifyWithSharedCode(t, nobody))) return;
  inconclusive(
    'the fixed code verifies e-mails that nobody registered, so it cannot show who is registered',
    'fixtures.verificationCode with a url, command or mailpit',
  );
}
