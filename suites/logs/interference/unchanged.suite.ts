/** A search must not change the log. */
import type { Baseline, CheckContext, Exchange, LogQuery, Walk, WebhookLog } from '../../../src/suite.ts';
import {
  bags,
  checksOf,
  fail,
  inconclusive,
  logChanged,
  logs,
  responses,
  unlessUndecided,
} from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';
import { expectTotalsAmidOthers, hasOneTotalAmidOthers } from './amid-others.ts';
import { expectNothingKept, keepsParameters, searchBeforePlain } from './kept-parameters.ts';
import { losesOnlyOldest, shrinksWithoutArrivals } from './lost-in-window.ts';
import { expectNoneMovedBySearch } from './moved-by-search.ts';
import { expectNoOddAnswers } from './odd-answers.ts';

const check = checksOf(requirements);

check('logs/search-changes-nothing', searchChangesNothing, {
  // A log that loses an item with each search has none left at the end.
  prepare: { phase: 'right-codes', from: 'standard', work: (t) => unlessUndecided(() => requireNoEarlyLoss(t)) },
  // After the last search of the main phase; the wrong codes that are tried beside it read no log.
  phase: 'wrong-codes',
  confirmsItself: true,
});

/** Reads the log, and part of it, twice. Where that loses items, nothing else is sent while it is looked into. */
async function requireNoEarlyLoss(t: CheckContext): Promise<undefined> {
  const { log, scope, again, plainWalk } = await t.baseline({ finite: true });
  if (isTooLong(scope)) return;
  for (const query of [{}, { status: 'failed' }] satisfies LogQuery[]) {
    const isPlain = Object.keys(query).length === 0;
    const pair =
      isPlain || t.effort.isExhaustive ? await readAgain(log, query, again) : await readBeforePlain(t, log, query);
    if (pair === undefined || !isShrunk(log, pair)) continue;
    const lost = bags.minus(pair.before.bag, pair.after.bag);
    if (scope.kind === 'window') {
      if (await shrinksWithinWindow(t, { log, plainWalk }, pair)) failShrunk(log, pair, lost);
      return;
    }
    const cause = await log.exclusively(async (alone) => {
      if (await mayLeaveByTime(alone, query)) return 'time';
      return (await shrinksAgain(alone, query)) ? 'search' : undefined;
    });
    // Entries that expire do so in every part of the log; those that another search removes do not.
    if (cause === 'time') return expectNoneMovedBySearch(t, [log]);
    if (cause === 'search') failShrunk(log, pair, lost);
  }
}

/** Whether only a part of a long log is judged: what leaves the rest of it does not show. */
const isTooLong = (scope: Baseline['scope']): boolean => scope.kind === 'window' && scope.reason === 'too-long';

/** Reads a search again if its first page has changed. A plain search that follows must not return that page, nor fewer items. */
async function readBeforePlain(t: CheckContext, log: WebhookLog, query: LogQuery): Promise<Pair | undefined> {
  const walk = await log.walk(query);
  const searches = await searchBeforePlain(log, query);
  if (await keepsParameters(log, searches)) await expectNothingKept(t, log);
  else if (hasFewer(searches.after, await log.walk({}))) await expectNoneMovedBySearch(t, [log]);
  return beginsAs(walk, searches.before) ? undefined : readAgain(log, query);
}

async function searchChangesNothing(t: CheckContext): Promise<undefined> {
  const baseline = await t.baseline({ finite: true });
  const { scope, log: richest } = baseline;
  if (!t.effort.isLean && !isTooLong(scope)) await expectNothingKept(t, richest);
  const [readings, hasOneTotal] = await Promise.all([
    readAllAgain(t, baseline),
    t.effort.isLean ? richest.disturbed.length === 0 : hasOneTotalAmidOthers(t, richest),
  ]);
  if (!hasOneTotal) await expectTotalsAmidOthers(t, richest);
  const quiet = readings.filter(
    ({ log, early, late }) => !hasArrivals(early, late) && !(isTooLong(scope) && log === richest),
  );
  const losses = await requireNoneShrunk(t, baseline, quiet);
  const changed = quiet.filter(hasChanged).map(({ log }) => log);
  await expectNoneMovedBySearch(t, changed.slice(0, mostChanged));
  if (!t.client.runsAlone) await expectNoOddAnswers(t);
  if (quiet.length === 0 && isTooLong(scope))
    inconclusive(
      'only a window of the log was read, and it may lose its oldest items as new ones arrive',
      t.effort.isLean
        ? 'a run with --depth standard, which reads longer logs completely'
        : 'a webhook whose whole log can be walked',
    );
  if (quiet.length === 0) logChanged();
  if (losses !== 'none')
    inconclusive(lossText[losses], 'a webhook whose log is quiet, and whose items do not expire, during the run');
}

/** Logs that have changed and are looked into. */
const mostChanged = 2;

/** How readings lost items: not at all, with time, or once, for an unknown cause. */
type Losses = 'none' | 'with time' | 'once';

const lossText = {
  'with time':
    'items left the log with time, searched or not: a target that keeps items for a limited time, or a limited number, may do that',
  once: 'items disappeared from the log once: because of a search, or because the target keeps them for a limited time',
} as const;

/**
 * Fails if a second log or query, or a repetition, shows a loss as well: one lost item may have another cause.
 */
async function requireNoneShrunk(
  t: CheckContext,
  { plainWalk }: Baseline,
  quiet: readonly ReadAgain[],
): Promise<Losses> {
  let shrunk = 0;
  // Retention is a property of the target: if one log shows it, the losses of another one prove nothing.
  let ages = false;
  let leftWindow = false;
  for (const { log, pair } of quiet.flatMap(({ log, pairs }) => pairs.map((pair) => ({ log, pair })))) {
    if (!isShrunk(log, pair)) continue;
    const lost = bags.minus(pair.before.bag, pair.after.bag);
    shrunk += 1;
    if (Object.keys(log.scope).length > 0) {
      if (await shrinksWithinWindow(t, { log, plainWalk }, pair)) failShrunk(log, pair, lost);
      leftWindow = true;
      continue;
    }
    ages ||= lost.size > 0 && (await mayLeaveByTime(log, pair.query));
    if (ages) continue;
    const isShownTwice = shrunk > 1 || (bags.sizeOf(lost) > 1 && (await shrinksAgain(log, pair.query)));
    if (isShownTwice) failShrunk(log, pair, lost);
  }
  if (shrunk === 0) return 'none';
  return ages || leftWindow ? 'with time' : 'once';
}

/** Whether items leave a window again and again, though they do not leave with time or as new ones arrive. */
async function shrinksWithinWindow(
  t: CheckContext,
  { log, plainWalk }: Pick<Baseline, 'log' | 'plainWalk'>,
  { query, before, after }: Pair,
): Promise<boolean> {
  const buckets = await t.logs.timeBuckets({ log, plainWalk });
  if (buckets === undefined || losesOnlyOldest(before, after, buckets)) return false;
  // A server that keeps entries by their last change loses some from the middle at any time: one look may come at a bad moment.
  for (let look = 0; look < 2; look += 1) if (await mayLeaveByTime(log, query)) return false;
  return shrinksWithoutArrivals(log, query);
}

interface Pair {
  readonly query: LogQuery;
  readonly before: Walk;
  readonly after: Walk;
}

interface ReadAgain {
  readonly log: WebhookLog;
  readonly early: Walk;
  readonly late: Walk;
  readonly pairs: readonly Pair[];
}

/** Reads earlier searches once more; with few requests, only the plain one of the log that was searched most. */
function readAllAgain(t: CheckContext, { log: richest, others }: Baseline): Promise<ReadAgain[]> {
  const filtered = t.effort.take<LogQuery>([{ status: 'failed' }, { sortDirection: 'asc' }], { quick: 0 });
  return Promise.all(
    t.effort.take([richest, ...others], { quick: 1 }).map(async (log) => {
      const queries = log === richest ? filtered : filtered.slice(0, 1);
      const [{ early, late }, ...more] = await Promise.all([
        readPlainAgain(t, log),
        ...queries.map(async (query) => (await readIfChanged(log, query)) ?? []),
      ]);
      const plain = early.end === 'cut' || early.pages.length === 0 ? [] : [{ query: {}, before: early, after: late }];
      return { log, early, late, pairs: [...plain, ...more.flat()] };
    }),
  );
}

/**
 * The plain walk and another reading of the same log. That is read to its end only if its first page or its total differs, or if
 * nothing is left out for its cost.
 */
async function readPlainAgain(t: CheckContext, log: WebhookLog): Promise<Pick<ReadAgain, 'early' | 'late'>> {
  const early = await log.walk({});
  const late = !t.effort.isExhaustive && (await beginsAlike(log, early)) ? early : await log.read({});
  return { early, late };
}

/** A shared walk and another reading; undefined if the walk is too long to be read again, or a reading agreed before. */
async function readAgain(log: WebhookLog, query: LogQuery, agreed?: Walk): Promise<Pair | undefined> {
  const before = await log.walk(query);
  const isRead = before.end !== 'cut' && before.pages.length > 0 && !logs.isLongWalk(before);
  const isKnown = agreed !== undefined && Object.keys(query).length === 0;
  return isRead && !isKnown ? { query, before, after: await log.read(query) } : undefined;
}

/** The same, read to its end only if its first page or its total differs: the plain search shows any other loss. */
async function readIfChanged(log: WebhookLog, query: LogQuery): Promise<Pair | undefined> {
  return (await beginsAlike(log, await log.walk(query))) ? undefined : readAgain(log, query);
}

async function beginsAlike(log: WebhookLog, walk: Walk): Promise<boolean> {
  return beginsAs(walk, await logs.readFirst(log.client, log.where(walk.query)));
}

const hasFewer = ({ response }: Exchange, { total }: Walk): boolean =>
  (responses.parsePage(response)?.totalItems ?? total) < total;

/** Whether the first page has the same items and the same total as before: a lost item would be missing in the total. */
function beginsAs({ pages }: Walk, { response }: Exchange): boolean {
  const now = responses.parsePage(response);
  const before = pages[0]?.page;
  return now !== undefined && before?.totalItems === now.totalItems && before.data.join() === now.data.join();
}

const hasChanged = ({ pairs }: ReadAgain): boolean =>
  pairs.some(({ before, after }) => !logs.isSameReading(before, after));

/** A log that grew since may have dropped its oldest items: that proves nothing. */
const hasArrivals = (early: Walk, late: Walk): boolean => bags.minus(late.bag, early.bag).size > 0;

/** Whether something that was there is gone. Growth explains it only if as much is new. */
function isShrunk(log: WebhookLog, { before, after }: Pair): boolean {
  // A rejected reading is not an empty one.
  if (logs.isSameReading(before, after) || !logs.isComplete(before) || !logs.isComplete(after)) return false;
  const isLost = bags.minus(before.bag, after.bag).size > 0 || after.bag.size === 0;
  return isLost && !log.isGrown(before, after);
}

/** Whether reading to the end, alone, takes something away once more. */
async function shrinksAgain(log: WebhookLog, query: LogQuery): Promise<boolean> {
  const first = await log.read(query);
  const second = await log.read(query);
  return logs.isComplete(first) && bags.minus(first.bag, second.bag).size > 0 && !log.isGrown(first, second);
}

/** Readings without a pause, how many of them must lose items, and how much longer the pause is that must not lose more. */
const readingsAtOnce = 3;
const losingReadings = 2;
const leastPauseMs = 2000;
const pauseFactor = 3;

/**
 * Whether the lost items may have left with time: by their age, or from a status while they stay in the log, as when a delivery is
 * tried again. Then few of several readings in a row lose anything permanently, or a longer pause with one reading loses more than
 * each of them. An item that a later reading has again was not lost: a replica may be behind.
 */
async function mayLeaveByTime(log: WebhookLog, query: LogQuery): Promise<boolean> {
  const { clock } = log.client;
  const began = clock.elapsed();
  const readings = [await log.read(query)];
  while (readings.length <= readingsAtOnce) {
    readings.push(await log.read(query));
    // Later readings can only reduce the losses counted so far: too few are left for the limit.
    const kept = lossesOf(readings).filter((lost) => lost === 0).length;
    if (kept > readingsAtOnce - losingReadings) return true;
  }
  await clock.sleep(Math.max(leastPauseMs, pauseFactor * (clock.elapsed() - began)));
  const losses = lossesOf([...readings, await log.read(query)]);
  const inPause = losses.pop()!;
  return losses.filter((lost) => lost > 0).length < losingReadings || inPause > Math.max(...losses);
}

/** For each reading but the last, how many of its items none of the later ones has. */
function lossesOf(readings: readonly Walk[]): number[] {
  return readings
    .slice(0, -1)
    .map(({ bag }, at) =>
      bags.sizeOf(readings.slice(at + 1).reduce((left, later) => bags.minus(left, later.bag), bag)),
    );
}

function failShrunk({ id }: WebhookLog, { query, before, after }: Pair, lost: bags.Bag): never {
  const [item] = lost.keys();
  const counts = `${after.items.length} of ${after.total} items after it was searched; expected ${before.items.length} of ${before.total}, as before`;
  fail(
    `${logs.describeQuery(query)} on webhook ${id} returned ${counts}${item === undefined ? '' : `: ${logs.truncate(item)} is gone`}`,
    [...logs.proofOfWalk(before, 'before'), ...logs.proofOfWalk(after, 'after')],
    {
      illustrations: [logs.drawWalk(before), logs.drawWalk(after)],
      compared: { left: [logs.encodeQuery(query)], right: [logs.encodeQuery(query)], isPart: false },
    },
  );
}
