/**
 * What must be rejected, tried on pending users: several cases on each, since every user stays on the target. A target may
 * lock a user, or end its code, after some wrong tries, and then rejects whatever comes: the right code at the end shows
 * that it did not. Where that code is rejected, all but the first few cases are tried again with fresh users. Users that
 * other checks have left come first, and count only with that code.
 */
import { forEachConcurrently } from '../../core/concurrency.ts';
import { isAccepted } from '../../core/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { CheckConcluded } from '../conclusion.ts';
import { Suspicions } from '../suspicions.ts';
import { requirePendingUser, verificationBody } from '../valid-request.ts';
import { takeSparePending } from './spare-users.ts';
import type { PendingUser } from './users.ts';

/** Cases that a user gets, if none of them is a wrong code that a target counts. */
const triesOfUser = 8;
/** Cases that count whatever became of their user: hardly any target locks before the fifth. */
const certainTries = 4;
/** Users that are tried at once. */
const usersAtOnce = 12;

/**
 * Tries one case, as the `before` plus first one of this user. It returns whether the user is still pending: one whose
 * verification was accepted is not, so that the next case gets another. Where that must be looked into, it returns what does so,
 * and other cases wait meanwhile: it throws the finding, or returns whether the user is still pending.
 */
export type TryCase<T> = (one: T, user: PendingUser, before: number) => Promise<boolean | (() => Promise<boolean>)>;

/**
 * Tries the cases of each group on one user after another.
 * @param known users at hand for the first groups
 * @param casesAtOnce how many cases of one user are tried at the same time
 * @throws CheckConcluded (inconclusive) if no user can be had, or if no case is a finding and at least one is undecided
 */
export async function tryOnUsers<T>(
  t: CheckContext,
  groups: readonly (readonly T[])[],
  tryCase: TryCase<T>,
  known: readonly PendingUser[] = [],
  casesAtOnce = 1,
): Promise<void> {
  const doubtful: T[] = [];
  const suspicions = new Suspicions(() => t.clock.sleep(0));
  let undecided: CheckConcluded | undefined;
  const look = async (work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CheckConcluded && error.conclusion.verdict === 'inconclusive')) throw error;
      undecided ??= error;
      return false;
    }
  };
  const tryInTurn = async (one: T, user: PendingUser, before: number): Promise<boolean> => {
    await suspicions.isOneConfirmed();
    const tried = await tryCase(one, user, before);
    if (typeof tried === 'boolean') return tried;
    let isPending = false;
    await suspicions.lookInto(before, async () => {
      isPending = await look(tried);
      return undefined;
    });
    return isPending;
  };
  await forEachConcurrently(groups, usersAtOnce, async (group, at) => {
    const spare = known[at] === undefined ? await takeSparePending(t) : undefined;
    const { user, cases } = await tryGroup(t, group, tryInTurn, casesAtOnce, known[at] ?? spare);
    // Whether a spare user was pending at all is not known yet.
    const open = cases.slice(user === spare ? 0 : certainTries);
    if (user === undefined || open.length === 0) return;
    const right = await t.send({ operation: 'verify', body: verificationBody(user), throttle: 'accept' });
    if (!isAccepted(right)) doubtful.push(...open);
  });
  await forEachConcurrently(inGroups(doubtful, certainTries), usersAtOnce, async (group) => {
    await tryGroup(t, group, tryInTurn, casesAtOnce);
  });
  if (undecided !== undefined) throw undecided;
}

/** Gives the user that was tried last, if it is still pending, and its cases. */
async function tryGroup<T>(
  t: CheckContext,
  group: readonly T[],
  tryCase: (one: T, user: PendingUser, before: number) => Promise<boolean>,
  casesAtOnce: number,
  known?: PendingUser,
) {
  let user = known;
  let cases: T[] = [];
  const left = [...group];
  while (left.length > 0) {
    const current: PendingUser = user ?? (await requirePendingUser(t));
    const before = cases.length;
    const tried = left.splice(0, casesAtOnce);
    const arePending = await Promise.all(tried.map((one, at) => tryCase(one, current, before + at)));
    const isPending = arePending.every(Boolean);
    user = isPending ? current : undefined;
    cases = isPending ? [...cases, ...tried] : [];
    // The user that one case has verified may be why the others were rejected.
    if (!isPending) left.unshift(...tried.filter((_, at) => arePending[at]));
  }
  return { user, cases };
}

/** Neighbours together, at most `most` in a group. */
export function inGroups<T>(cases: readonly T[], most = triesOfUser): readonly (readonly T[])[] {
  const count = Math.ceil(cases.length / most);
  return Array.from({ length: count }, (_, at) => cases.slice(at * most, (at + 1) * most));
}

/** One each in turn, so that neighbours, which resemble each other, are apart. */
export function dealt<T>(cases: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.ceil(cases.length / most);
  return Array.from({ length: count }, (_, group) => cases.filter((_one, at) => at % count === group));
}
