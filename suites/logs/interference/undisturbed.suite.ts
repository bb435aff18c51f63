/** Parallel searches, and searches between the pages of a walk, must not affect each other. */
import type { Baseline, CheckContext, LogQuery, Reproduced, Walk, WebhookLog } from '../../../src/suite.ts';
import {
  checksOf,
  defined,
  fail,
  inconclusive,
  logChanged,
  logs,
  series,
  unlessUndecided,
} from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';
import { expectSameBesideWrites } from './beside-writes.ts';
import { findOdd, readOneByOne, walkInStep } from './bursts.ts';
import { expectNoForeignAnswers } from './foreign-answers.ts';
import { expectHeldCursorsToLeadOn } from './held-cursors.ts';
import { settledPart } from './settled-part.ts';
import { expectOwnAnswers, expectOwnAnswersToCursors } from './shared-answers.ts';
import {
  bursts,
  expectUnmovedByOthers,
  isDisturbed,
  liesBetween,
  proofOfDisturbance,
  requiredDifferences,
} from './walk-amid-others.ts';
import { expectUnmovedInTurns, type Search } from './walks-in-turns.ts';

const check = checksOf(requirements);

check('logs/parallel', expectFewDisturbed, { phase: 'closing', prepare: { phase: 'main', work: expectUndisturbed } });

async function expectUndisturbed(t: CheckContext): Promise<undefined> {
  series.requireSeveralAtOnce(t);
  await expectNoForeignAnswers(t);
  const baseline = await t.baseline({ finite: true });
  const sorts = t.effort.isLean ? [] : (await t.logs.distinctSorts()).all.slice(0, 2);
  if (!t.effort.isLean) {
    await expectOwnAnswersToCursors(t, baseline);
    await expectUnmovedByOthers(t, baseline, sorts);
  }
  const few = t.effort.isLean ? await fewSearches(baseline) : [];
  const searches = few.length > 1 ? few.slice(0, 2) : await parallelSearches(t, baseline, sorts);
  const { odd, miscounted } = await findOdd(t, searches);
  await expectNoForeignAnswers(t);
  // By now, other checks have sent creations and registrations.
  if (!t.effort.isLean) await expectHeldCursorsToLeadOn(t, baseline);
  const suspects = [...miscounted, ...(odd ?? []), ...disturbedOf(baseline.log)];
  if (!t.effort.isLean) await expectOwnAnswers(t, suspects);
  if (odd === undefined) return;
  if (!t.effort.isLean) {
    await expectUnmovedInTurns(t, suspects, searches);
    await expectSameBesideWrites(t, baseline.log);
  }
  let outcome = await compareBursts(t, searches);
  const part = outcome === 'grown' ? await settledPart(t, baseline.log) : undefined;
  if (part !== undefined) outcome = await compareBursts(t, searches, part);
  if (outcome === 'differed') leaveOpen();
  if (outcome === 'grown') logChanged();
}

function leaveOpen(): never {
  inconclusive(
    'some bursts of searches differed from the same searches alone, but too few of them to be sure',
    'a longer run (--depth deep)',
  );
}

/** Up to this number of excused relations and walks of a log, no further requests are sent. */
const excusable = 1;
/** How often several bursts are compared with the same searches alone, and in how many comparisons they must differ. */
const comparisons = 5;
const requiredOnSuspicion = 3;
const burstsAtATime = 3;

/**
 * A relation or a walk that is wrong beside other searches and right alone is excused. After several excuses, those searches are
 * first walked in turns with others, which takes the fewest requests. If that shows nothing and the log still has its first total,
 * more bursts are sent, each between two readings alone: the disturbance may have been too rare for the first few.
 *
 * Several bursts that differ, between readings that never do, prove a violation:
 * - growth, pruning, lag, rewritten entries and chance would change the readings as well, which are more and take longer;
 * - caches expire in the pauses;
 * - nodes that differ show in the readings, each of which has its own connection;
 * - limits on load and cursors that ended are rejections: they hide items and change none.
 *
 * Neither the order of items nor the totals are compared.
 */
async function expectFewDisturbed(t: CheckContext): Promise<undefined> {
  await expectNoForeignAnswers(t);
  if (t.effort.isLean) return;
  const baseline = await t.baseline({ finite: true });
  const { log } = baseline;
  const excused = log.disturbed.length + log.inconsistent.length;
  if (excused + t.logs.plainTotals(log).drops > excusable) await expectSameBesideWrites(t, log);
  if (excused <= excusable || Object.keys(log.scope).length > 0) return;
  const searches = await parallelSearches(t, baseline, (await t.logs.distinctSorts()).all.slice(0, 2));
  await expectOwnAnswers(t, disturbedOf(log));
  await expectUnmovedInTurns(t, disturbedOf(log), searches);
  if (await logs.hasAnotherTotal(log)) return;
  series.requireSeveralAtOnce(t);
  let differences = 0;
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    // Too few are left.
    if (differences + comparisons - comparison < requiredOnSuspicion) break;
    const before = await readOnOwnConnections(searches);
    await t.clock.sleep(t.client.settleMs);
    const found = await findDisturbed(t, searches, before);
    await t.clock.sleep(t.client.settleMs);
    if (found === undefined) continue;
    const after = await readOnOwnConnections(searches);
    if (!before.every((walk, index) => logs.isSameReading(walk, after[index]!))) return;
    if (await logs.hasChanged(log, searches[found.odd]!.query)) return;
    differences += 1;
    if (differences === requiredOnSuspicion)
      failDisturbed(
        searches,
        { odd: found.odd, beside: found.walk, alone: before[found.odd]! },
        { times: differences, of: comparison + 1 },
      );
  }
  if (differences > 0) leaveOpen();
}

const disturbedOf = (log: WebhookLog): Search[] => log.disturbed.flat().map((query) => ({ log, query }));

/** The first walk of a few bursts that differs from the same walk alone. */
async function findDisturbed(t: CheckContext, searches: readonly Search[], alone: readonly Walk[]) {
  for (let burst = 0; burst < burstsAtATime; burst += 1) {
    const walks = await walkInStep(t, searches);
    const odd = walks.findIndex((walk, index) => isDisturbed(walk, alone[index]!));
    if (odd !== -1) return { odd, walk: walks[odd]! };
  }
  return undefined;
}

async function readOnOwnConnections(searches: readonly Search[]): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { log, query } of searches)
    walks.push(...(await log.readToConfirm({ query, form: log.form }, 1, 'own-connections')));
  return walks;
}

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
    if (differences < requiredDifferences) continue;
    const { log, query } = searches[odd]!;
    if (await logs.hasChanged(log, query)) return 'grown';
    failDisturbed(searches, { odd, beside: found[odd]!, alone: before[odd]! });
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

/**
 * Every other one starts a page later (`walkInStep`). What one bound leaves out is asked for at once with the whole log, each log at once
 * with another one, and a short search once a page before itself.
 */
async function parallelSearches(t: CheckContext, baseline: Baseline, sorts: readonly string[]): Promise<Search[]> {
  const { log, plainWalk, others } = baseline;
  const [failed, succeeded]: readonly LogQuery[] = [{ status: 'failed' }, { status: 'succeeded' }];
  const sorted: LogQuery = { ...defined({ sortBy: sorts.at(-1) }), sortDirection: 'asc' };
  const isShort = !t.effort.isLean && !logs.isLongWalk(plainWalk);
  const ofLog = (queries: readonly LogQuery[]) => queries.map((query): Search => ({ log, query }));
  const first = [{}, ...(await sharedRanges(t, baseline)), ...(isShort ? [succeeded!] : [])];
  const later = [failed!, ...(isShort ? [sorted] : [])];
  const ofOthers = t.effort.take(others.slice(0, 2), { quick: 0 }).map((other): Search => ({ log: other, query: {} }));
  const inTurn = byTurns(
    [...ofLog(first), ...t.effort.take(ofLog([failed!]), { quick: 0 })],
    [...ofLog(later), ...ofOthers],
  );
  // What failed in a burst before.
  return [...inTurn, ...ofLog(log.disturbed.slice(0, 2).flat())];
}

/** One of each list by turns, and what is left of the longer one. */
function byTurns<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  return first.flatMap((one, at) => [one, ...second.slice(at, at + 1)]).concat(second.slice(first.length));
}

/** A part of the log by each bound, which other checks walk too: a result that searches in progress share may lack one bound in its key. */
async function sharedRanges(t: CheckContext, { plainWalk }: Baseline): Promise<readonly LogQuery[]> {
  if (t.effort.isLean || logs.isLongWalk(plainWalk)) return [];
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  return ranges === undefined ? [] : [ranges.shared.from, ranges.shared.to];
}

/** A walk among others, by its place in the searches, and the same one alone. */
interface Disturbance {
  readonly odd: number;
  readonly beside: logs.WalkBesideOthers;
  readonly alone: Walk;
}

/** @param reproduced given by a part that is not run again */
function failDisturbed(
  searches: readonly Search[],
  { odd, beside, alone }: Disturbance,
  reproduced?: Reproduced,
): never {
  const { log, query } = searches[odd]!;
  const difference = logs.difference({ name: 'beside others', bag: beside.bag }, { name: 'alone', bag: alone.bag });
  fail(
    `the walk with ${logs.describeQuery(query)} on webhook ${log.id}, in step with ${searches.length - 1} other searches, has ${logs.countsInWords(difference)}; expected the items that it has alone`,
    proofOfDisturbance(beside, alone),
    { illustrations: [difference], ...defined({ reproduced }) },
  );
}
