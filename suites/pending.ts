/** Users that wait for their verification, for checks that need one. */
import {
  accepted,
  type Exchange,
  inconclusive,
  type PendingUser,
  pendingUser,
  said,
  type Trial,
  type User,
} from '../src/kit.ts';

type Change = Parameters<Trial['users']['register']>[0];

/** Checks that begin at the same time share the twin before them; the one after them is their own. */
const lastRight = new WeakMap<Trial['context'], Exchange>();
const youngMs = 10_000;

/**
 * The right code of a fresh user is accepted: what a refusal is compared with. Throws `inconclusive` else, since a target may
 * lock or slow a client that sent wrong codes.
 */
export async function needRightCode(trial: Trial, when: 'before' | 'after' = 'after'): Promise<Exchange | undefined> {
  const known = lastRight.get(trial.context);
  if (when === 'before' && known !== undefined && Date.now() - known.startedAt < youngMs) return known;
  // At depth quick the one after is enough: what is accepted needs none.
  if (when === 'before' && trial.quick) return undefined;
  const exchange = await (trial.quick
    ? togetherWith(trial)
    : right(when === 'before' ? trial.sharing('right codes') : trial));
  if (accepted(exchange)) {
    lastRight.set(trial.context, exchange);
    return exchange;
  }
  throw inconclusive(
    `the right code of a fresh user ${said(exchange)} after wrong codes were sent, so a refusal would prove nothing`,
    `a target that does not lock the client, or a run with --only ${trial.row.id}`,
    [exchange],
  );
}

async function right({ users }: Trial): Promise<Exchange> {
  return users.verify(await pendingUser({ users }));
}

const shared = new WeakMap<Trial['context'], Promise<PendingUser>>();

/**
 * At depth quick one pending user for the rows that send it what is wrong, none of which may use up its code; where one
 * does, or the target locks the user, the others decide by what follows with fresh users alone. A fresh one otherwise.
 */
export function sharedUser(trial: Trial): Promise<PendingUser> {
  if (!trial.quick) return pendingUser(trial);
  const user = shared.get(trial.context) ?? pendingUser(trial);
  shared.set(trial.context, user);
  return user;
}

/** Rows that end at about the same time share the right code that comes after the last of them. */
const gathering = new WeakMap<Trial['context'], Promise<Exchange>>();
const gatherMs = 60;

function togetherWith(trial: Trial): Promise<Exchange> {
  const open = gathering.get(trial.context);
  if (open !== undefined) return open;
  const sent = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(() => {
    gathering.delete(trial.context);
    return right(trial.sharing('right codes'));
  });
  gathering.set(trial.context, sent);
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
export async function cohort(
  trial: Trial,
  changes: readonly Change[],
  manner: 'one by one' | 'at once',
  waitMs?: number,
): Promise<Cohort> {
  const { users } = trial;
  if (!users.canReadCodes)
    throw inconclusive(
      'the configuration does not say how to read the code that a user is sent',
      'fixtures.verificationCode in the configuration',
    );
  const registered: User[] = [];
  if (manner === 'at once') registered.push(...(await Promise.all(changes.map((change) => users.register(change)))));
  else for (const change of changes) registered.push(await users.register(change));
  const good = registered.filter((user) => accepted(user.registered));
  const codes = await Promise.all(good.map((user) => users.code(user.body.email, user.n, waitMs)));
  return {
    pending: good.flatMap((user, n) => (codes[n] === undefined ? [] : [{ ...user, code: codes[n] }])),
    codeless: good.filter((_, n) => codes[n] === undefined),
    refused: registered.filter((user) => !accepted(user.registered)).map((user) => user.registered),
  };
}
