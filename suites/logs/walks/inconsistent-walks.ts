/**
 * Walks whose items and totals differ, or that have an item twice on one page, whichever check of the run read them. One such walk
 * has many lawful causes, since a log may change at any time; several of them, on a log that is the same before and after, have none.
 */
import type { CheckContext, Walk, WebhookLog } from '../../../src/suite.ts';
import { fail, logs } from '../../../src/suite.ts';

/** Number of such walks in one run that may differ, each for another reason. */
const excusableWalks = 2;

/**
 * A walk that is inconsistent once, and not again, is excused: the log may have changed. Not three times, on a log
 * that is the same at the end of the run; nor if one of several more readings, alone, is too.
 */
export async function expectFewInconsistent(t: CheckContext): Promise<undefined> {
  for (const log of t.logs.all) {
    const seen = log.inconsistent;
    const latest = seen.at(-1);
    if (latest === undefined || (await logs.hasAnotherTotal(log))) continue;
    // A cache would return the pages of the walk in question once more.
    await log.settleSince(latest);
    const found = await inconsistentWhileUnchanged(t, log, seen);
    if (found !== undefined) failInconsistent(log, found);
  }
}

/** Walks that are read alone, at most: the second stands in for one read before the log is known to be unchanged. */
const mostAlone = 2;

interface InconsistentWalks {
  readonly walks: readonly [Walk, Walk, ...Walk[]];
  /** The walks that were read again, alone. */
  readonly again: readonly Walk[];
}

/** Inconsistent walks since which the log is the same, if they are too many to excuse. */
async function inconsistentWhileUnchanged(
  t: CheckContext,
  log: WebhookLog,
  seen: readonly Walk[],
): Promise<InconsistentWalks | undefined> {
  const again: Walk[] = [];
  for (let alone = seen.length > excusableWalks ? 0 : 1; alone <= mostAlone; alone += 1) {
    const walk = alone === 0 ? undefined : await findInconsistentAgain(t, log, seen);
    if (alone > 0 && walk === undefined) return undefined;
    if (walk !== undefined) again.push(walk);
    // If the first reading of the run is one of them, the log is known to be the same only from a later one on.
    const unchanged = await logs.readWhileUnchanged(log, [...seen, ...again]);
    if (unchanged === undefined) return undefined;
    const [first, second, ...others] = unchanged;
    if (first !== undefined && second !== undefined && again.length + others.length > 0)
      return { walks: [first, second, ...others], again };
  }
  return undefined;
}

/** Requests that reading such walks again may take. */
const repeatedRequests = 160;

/** Reads the queries of the walks again, alone, until one is inconsistent once more. */
async function findInconsistentAgain(
  t: CheckContext,
  log: WebhookLog,
  seen: readonly Walk[],
): Promise<Walk | undefined> {
  const most = t.effort.pick({ quick: 4, standard: 16, deep: 60 });
  let requests = 0;
  for (let reading = 0; reading < most && requests < repeatedRequests; reading += 1) {
    const [walk] = await log.readToConfirm(seen[reading % seen.length]!, 1);
    if (log.isInconsistent(walk!)) return walk;
    requests += walk!.pages.length;
  }
  return undefined;
}

const countsOf = ({ items, pages }: Walk): string =>
  `${items.length} of ${[...new Set(pages.map(({ page }) => page.totalItems))].join(' and ')}`;

function failInconsistent(log: WebhookLog, { walks, again }: InconsistentWalks): never {
  const [first, second] = walks;
  const shown = walks.slice(0, 5);
  const repeats = shown.flatMap((walk) => log.repeatOnPage(walk) ?? []);
  const what =
    repeats.length === shown.length
      ? `have one item twice on a page, which other readings have once (such as ${logs.truncate(repeats[0]!)})`
      : `yielded another number of items than totalItems (${shown.map(countsOf).join(', ')})`;
  const often =
    again.length === 0
      ? `${walks.length} walks in this run`
      : again.includes(first)
        ? 'two walks, each read alone,'
        : 'a walk in this run and one read alone afterwards,';
  fail(
    `${often} of webhook ${log.id} ${what}, on a log that stayed the same`,
    [...logs.proofOfWalk(first), ...logs.proofOfWalk(second)],
    { illustrations: [logs.drawWalk(first), logs.drawWalk(second)] },
  );
}
