/** Users that wait for their verification, for checks that need one. */
import {
  type CheckContext,
  describeResponse,
  type Exchange,
  inconclusive,
  isAccepted,
  type PendingUser,
  requirePendingUser,
  type User,
} from '../../src/suite.ts';

type Change = Parameters<CheckContext['users']['register']>[0];

/** Checks that begin at the same time share the twin before them; the one after them is their own. */
const lastRight = new WeakMap<CheckContext['runContext'], Exchange>();
const youngMs = 10_000;

/**
 * The right code of a fresh user is accepted: what a refusal is compared with. Throws `inconclusive` else, since a target may
 * lock or slow a client that sent wrong codes.
 */
export async function requireRightCode(
  t: CheckContext,
  when: 'before' | 'after' = 'after',
): Promise<Exchange | undefined> {
  const known = lastRight.get(t.runContext);
  if (when === 'before' && known !== undefined && Date.now() - known.startedAt < youngMs) return known;
  // At depth quick the one after is enough: what is accepted needs none.
  if (when === 'before' && t.effort.isLean) return undefined;
  const exchange = await (t.effort.isLean ? togetherWith(t) : right(when === 'before' ? t.sharing('right codes') : t));
  if (isAccepted(exchange)) {
    lastRight.set(t.runContext, exchange);
    return exchange;
  }
  inconclusive(
    `the right code of a fresh user ${describeResponse(exchange)} after wrong codes were sent, so a refusal would prove nothing`,
    `a target that does not lock the client, or a run with --only ${t.requirement.id}`,
    [exchange],
  );
}

async function right({ users }: CheckContext): Promise<Exchange> {
  return users.verify(await requirePendingUser({ users }));
}

const shared = new WeakMap<CheckContext['runContext'], Promise<PendingUser>>();

/**
 * At depth quick one pending user for the rows that send it what is wrong, none of which may use up its code; where one
 * does, or the target locks the user, the others decide by what follows with fresh users alone. A fresh one otherwise.
 */
export function sharedUser(t: CheckContext): Promise<PendingUser> {
  if (!t.effort.isLean) return requirePendingUser(t);
  const user = shared.get(t.runContext) ?? requirePendingUser(t);
  shared.set(t.runContext, user);
  return user;
}

/** Rows that end at about the same time share the right code that comes after the last of them. */
const gathering = new WeakMap<CheckContext['runContext'], Promise<Exchange>>();
const gatherMs = 60;

function togetherWith(t: CheckContext): Promise<Exchange> {
  const open = gathering.get(t.runContext);
  if (open !== undefined) return open;
  const sent = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(() => {
    gathering.delete(t.runContext);
    return right(t.sharing('right codes'));
  });
  gathering.set(t.runContext, sent);
  return sent;
}

/** Several users registered in one manner, with those whose code has come and those that wait in vain. */
export interface Cohort {
  /** In order of registration. */
  readonly pending: readonly PendingUser[];
  /** Registered (2xx), but no code came. */
  readonly codeless: readonly User[];
  readonly refused: readonly Exchange[];
}

/**
 * Registers several, one after another or at once, and only then reads their codes, all together: codes may come late and
 * live for seconds only. Throws `inconclusive` where codes cannot be read at all.
 */
export async function registerCohort(
  t: CheckContext,
  changes: readonly Change[],
  manner: 'one by one' | 'at once',
  waitMs?: number,
): Promise<Cohort> {
  const { users } = t;
  if (!users.canReadCodes)
    inconclusive(
      'the configuration does not say how to read the code that a user is sent',
      'fixtures.verificationCode in the configuration',
    );
  const registered: User[] = [];
  if (manner === 'at once') registered.push(...(await Promise.all(changes.map((change) => users.register(change)))));
  else for (const change of changes) registered.push(await users.register(change));
  const good = registered.filter((user) => isAccepted(user.registered));
  const codes = await Promise.all(good.map((user) => users.code(user.body.email, user.n, waitMs)));
  return {
    pending: good.flatMap((user, n) => (codes[n] === undefined ? [] : [{ ...user, code: codes[n] }])),
    codeless: good.filter((_, n) => codes[n] === undefined),
    refused: registered.filter((user) => !isAccepted(user.registered)).map((user) => user.registered),
  };
}
