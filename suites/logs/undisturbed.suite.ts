/** Searches leave the log as it is, and do not disturb each other. */

import type { Baseline, CheckContext, LogQuery, Walk, WebhookLog } from '../../src/suite.ts';
import {
  bags,
  checksOf,
  defined,
  fail,
  inconclusive,
  logChanged,
  logs,
  responses,
  series,
  unlessUndecided,
} from '../../src/suite.ts';
import { expectTotalsAmidOthers, hasOneTotalAmidOthers } from './amid-others.ts';
import { expectNothingKept } from './kept-parameters.ts';
import { requirements } from './requirements.ts';
import { settledPart } from './settled-part.ts';
import {
  agrees,
  bursts,
  expectUnmovedByOthers,
  isDisturbed,
  liesBetween,
  proofOfDisturbance,
  requiredDifferences,
} from './walk-amid-others.ts';

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
  const { log, scope, again } = await t.baseline({ finite: true });
  if (scope.kind === 'window') return;
  for (const query of [{}, { status: 'failed' }] satisfies LogQuery[]) {
    const isPlain = Object.keys(query).length === 0;
    const pair =
      isPlain || t.effort.isExhaustive ? await readAgain(log, query, again) : await readIfChanged(log, query);
    if (pair === undefined || !isShrunk(log, pair)) continue;
    const lost = bags.minus(pair.before.bag, pair.after.bag);
    const cause = await log.exclusively(async (alone) => {
      if (await mayLeaveByTime(alone, query)) return 'time';
      return (await shrinksAgain(alone, query)) ? 'search' : undefined;
    });
    // What leaves with time leaves from each part of the log.
    if (cause === 'time') return;
    if (cause === 'search') failShrunk(log, pair, lost);
  }
}

async function searchChangesNothing(t: CheckContext): Promise<undefined> {
  const baseline = await t.baseline({ finite: true });
  const { scope } = baseline;
  const { log: richest } = baseline;
  if (!t.effort.isLean && scope.kind !== 'window') await expectNothingKept(t, richest);
  const [readings, hasOneTotal] = await Promise.all([
    readAllAgain(t, baseline),
    t.effort.isLean ? richest.disturbed.length === 0 : hasOneTotalAmidOthers(t, richest),
  ]);
  if (!hasOneTotal) await expectTotalsAmidOthers(t, richest);
  const quiet = readings.filter(({ log, early, late }) => !mayLoseItems(log, early, late));
  let shrunk = 0;
  // Retention is the target's: where one log shows it, what another one loses proves nothing.
  let ages = false;
  for (const { log, pairs } of quiet)
    for (const pair of pairs) {
      if (!isShrunk(log, pair)) continue;
      const lost = bags.minus(pair.before.bag, pair.after.bag);
      shrunk += 1;
      ages ||= lost.size > 0 && (await mayLeaveByTime(log, pair.query));
      if (ages) continue;
      // One lost item may have another cause: a second log or query must show it too.
      const isShownTwice = shrunk > 1 || (bags.sizeOf(lost) > 1 && (await shrinksAgain(log, pair.query)));
      if (isShownTwice) failShrunk(log, pair, lost);
    }
  if (quiet.length === 0 && scope.kind === 'window' && scope.reason === 'too-long')
    inconclusive(
      'only a window of the log was read, and it may lose its oldest items as new ones arrive',
      t.effort.isLean
        ? 'a run with --depth standard, which reads longer logs completely'
        : 'a webhook whose whole log can be walked',
    );
  if (quiet.length === 0) logChanged();
  if (shrunk > 0)
    inconclusive(
      'items of the log went away once, which may have another cause than a search',
      'a webhook whose log is quiet during the run',
    );
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

/** What was read before, read once more; with few requests only the log that was searched most, and plainly. */
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
 * The plain walk and another reading of the same log, to its end only where its first page or its total is another one, unless
 * nothing is left out for its cost.
 */
async function readPlainAgain(t: CheckContext, log: WebhookLog): Promise<Pick<ReadAgain, 'early' | 'late'>> {
  const early = await log.walk({});
  const late = !t.effort.isExhaustive && (await beginsAlike(log, early)) ? early : await log.read({});
  return { early, late };
}

/** A shared walk and another reading; undefined where the walk is too long to be read again, or a reading agreed before. */
async function readAgain(log: WebhookLog, query: LogQuery, agreed?: Walk): Promise<Pair | undefined> {
  const before = await log.walk(query);
  const isRead = before.end !== 'cut' && before.pages.length > 0 && !logs.isLongWalk(before);
  const isKnown = agreed !== undefined && Object.keys(query).length === 0;
  return isRead && !isKnown ? { query, before, after: await log.read(query) } : undefined;
}

/** The same, read to its end only where its first page or its total is another one: the plain search tells of the rest. */
async function readIfChanged(log: WebhookLog, query: LogQuery): Promise<Pair | undefined> {
  return (await beginsAlike(log, await log.walk(query))) ? undefined : readAgain(log, query);
}

/** Whether the first page has the same items and the same total as before: what went away would be missing in the total. */
async function beginsAlike(log: WebhookLog, { query, pages }: Walk): Promise<boolean> {
  const now = responses.parsePage((await logs.readFirst(log.client, log.where(query))).response);
  const before = pages[0]?.page;
  return now !== undefined && before?.totalItems === now.totalItems && before.data.join() === now.data.join();
}

/** A log that grew since, or is judged within a window, may have dropped its oldest items: that proves nothing. */
function mayLoseItems(log: WebhookLog, early: Walk, late: Walk): boolean {
  return bags.minus(late.bag, early.bag).size > 0 || Object.keys(log.scope).length > 0;
}

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

/** Readings without a pause, how many of them must lose something, and how much longer the pause lasts that must not lose more. */
const readingsAtOnce = 3;
const losingReadings = 2;
const leastPauseMs = 2000;
const pauseFactor = 3;

/**
 * Whether what is gone may have left with time: by its age, or from a status while it stays in the log, as where a delivery
 * is tried again. Then few of several readings in a row lose anything permanently, or a longer pause with one reading loses more
 * than each. What a later reading has again was only behind, as a replica may be.
 */
async function mayLeaveByTime(log: WebhookLog, query: LogQuery): Promise<boolean> {
  const { clock } = log.client;
  const began = clock.elapsed();
  const readings = [await log.read(query)];
  while (readings.length <= readingsAtOnce) {
    readings.push(await log.read(query));
    // What is missing now may only come back: too few of the readings lost something, whatever the remaining ones lose.
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

interface Search {
  readonly log: WebhookLog;
  readonly query: LogQuery;
}

check('logs/parallel', async (t) => {
  series.requireSeveralAtOnce(t);
  const baseline = await t.baseline({ finite: true });
  const sorts = t.effort.isLean ? [] : (await t.logs.distinctSorts()).all.slice(0, 2);
  if (!t.effort.isLean) await expectUnmovedByOthers(t, baseline, sorts);
  const few = t.effort.isLean ? await fewSearches(baseline) : [];
  const searches = few.length > 1 ? few.slice(0, 2) : parallelSearches(t, baseline, sorts);
  if (await agreesWithKnown(t, searches)) return;
  let outcome = await compareBursts(t, searches);
  const part = outcome === 'grown' ? await settledPart(t, baseline.log) : undefined;
  if (part !== undefined) outcome = await compareBursts(t, searches, part);
  if (outcome === 'differed')
    inconclusive(
      'a burst of searches differed once from the same searches alone, and not again',
      'a longer run (--depth deep)',
    );
  if (outcome === 'grown') logChanged();
});

/**
 * Fails if bursts of searches differ often enough from the same searches alone, before and after.
 * @param part the range of a growing log that all searches are restricted to
 * @returns `differed` if a difference was seen too rarely, `grown` if the log changed in the meantime, so that nothing can be decided
 */
async function compareBursts(
  t: CheckContext,
  whole: readonly Search[],
  part?: LogQuery,
): Promise<'same' | 'differed' | 'grown'> {
  const searches = whole.map(({ log, query }): Search => ({ log, query: { ...query, ...part } }));
  let differences = 0;
  for (let burst = 0; burst < bursts; burst += 1) {
    // The pauses let replicas catch up and caches expire, so that neither explains why only the burst differs.
    const before = await t.exclusively((alone) => readOneByOne(alone, searches));
    // By now, all items of the range may have left the log.
    if (part !== undefined && before[0]!.pages.length < 2) return 'grown';
    await t.clock.sleep(t.client.settleMs);
    const found = await walkInStep(t, searches);
    const odd = found.findIndex((one, index) => isDisturbed(one, before[index]!));
    if (odd === -1 && differences === 0) return 'same';
    if (odd === -1) continue;
    await t.clock.sleep(t.client.settleMs);
    const after = await t.exclusively((alone) => readOneByOne(alone, searches));
    const isMoved = found.every((one, index) => liesBetween(one, before[index]!, after[index]!));
    if (isMoved && differences === 0) return 'same';
    if (isMoved || !before.every((walk, index) => logs.isSameReading(walk, after[index]!))) continue;
    differences += 1;
    if (differences === requiredDifferences) failDisturbed(searches, odd, found[odd]!, before[odd]!);
  }
  return differences > 0 ? 'differed' : 'grown';
}

/** With few requests, searches of one page each that other checks walk, too: of different logs, or with a filter. */
async function fewSearches({ log, others }: Baseline): Promise<readonly Search[]> {
  const plain = others.map((other): Search => ({ log: other, query: {} }));
  const all: readonly Search[] = [{ log, query: { status: 'failed' } }, ...plain];
  const walks = await Promise.all(all.map(async (search) => ({ search, walk: await search.log.walk(search.query) })));
  const short = walks.filter(({ walk }) => logs.isComplete(walk) && walk.pages.length === 1);
  // What returns nothing shows least.
  return short
    .sort((a, b) => Number(b.walk.items.length > 0) - Number(a.walk.items.length > 0))
    .map(({ search }) => search);
}

function parallelSearches(t: CheckContext, { log, plainWalk, others }: Baseline, sorts: readonly string[]): Search[] {
  const sorted: LogQuery = { ...defined({ sortBy: sorts.at(-1) }), sortDirection: 'asc' };
  const queries: LogQuery[] = [{}, { status: 'failed' }, { status: 'succeeded' }, sorted];
  const some = logs.isLongWalk(plainWalk) ? queries.slice(0, 2) : queries;
  const disturbed = log.disturbed.slice(0, 2).flat();
  return [
    ...t.effort.take(some, { quick: 2 }).map((query) => ({ log, query })),
    ...t.effort.take(others.slice(0, 2), { quick: 0 }).map((other) => ({ log: other, query: {} })),
    // A short one twice at once, and what failed in a burst before.
    ...t.effort.take([{ log, query: { status: 'failed' } as const }], { quick: 0 }),
    ...disturbed.map((query) => ({ log, query })),
  ];
}

/** Pages of each search of a burst: a disturbance shows on the first ones, or else in the whole burst that the control sends. */
const pagesInStep = 2;

/**
 * Whether a burst returns what the shared walks returned, apart from changes that a later reading confirms. Then nothing needs to be
 * read alone. Walks that are not known yet are read one after another: read at once, they could be disturbed as the burst is.
 */
async function agreesWithKnown(t: CheckContext, searches: readonly Search[]): Promise<boolean> {
  const walks: { readonly search: Search; readonly walk: Walk }[] = [];
  for (const search of searches) walks.push({ search, walk: await search.log.walk(search.query) });
  const complete = walks.filter(({ walk }) => logs.isComplete(walk));
  const required = t.effort.pick({ quick: Math.min(2, walks.length), standard: walks.length });
  if (complete.length < required) return false;
  const pages = t.effort.isExhaustive ? undefined : pagesInStep;
  const found = await walkInStep(
    t,
    complete.map(({ search }) => search),
    pages,
  );
  for (const [index, { search, walk }] of complete.entries()) {
    if (agrees(found[index], walk, walk)) continue;
    const [now] = await readOneByOne(t, [search]);
    if (!agrees(found[index], walk, now!)) return false;
  }
  return true;
}

async function readOneByOne(t: CheckContext, searches: readonly Search[]): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { log, query } of searches) walks.push(await t.logs.byId(log.id).read(query));
  return walks;
}

function walkInStep(t: CheckContext, searches: readonly Search[], pages?: number) {
  return logs.walkInStep(
    t.client,
    searches.map(({ log, query }) => log.where(query)),
    pages,
  );
}

function failDisturbed(searches: readonly Search[], odd: number, beside: logs.WalkBesideOthers, alone: Walk): never {
  const { log, query } = searches[odd]!;
  const difference = logs.difference({ name: 'beside others', bag: beside.bag }, { name: 'alone', bag: alone.bag });
  fail(
    `the walk with ${logs.describeQuery(query)} on webhook ${log.id}, in step with ${searches.length - 1} other searches, has ${logs.countsInWords(difference)}; expected the items that it has alone`,
    proofOfDisturbance(beside, alone),
    { illustrations: [difference] },
  );
}
