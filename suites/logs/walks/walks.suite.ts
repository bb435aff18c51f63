/** Walks by themselves: they end, are complete, keep their total, agree with each other, and lead on. */
import type { Baseline, CheckContext, LogQuery, Walk, WebhookLog } from '../../../src/suite.ts';
import { api, checksOf, fail, logs, notApplicable, responses, unlessUndecided } from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';
import { expectAgreement, expectNoneUnstable } from './agreement.ts';
import { combinedQuery, furtherRoutes, type Route } from './back-routes.ts';
import { withCircles } from './circles.ts';
import { searchUpToDate } from './date-bound.ts';
import { wholeFirstLog } from './first-log.ts';
import { expectCursorsRemembered } from './forgotten-cursors.ts';
import { expectFewInconsistent } from './inconsistent-walks.ts';
import { withMissingItems } from './missing-items.ts';

const check = checksOf(requirements);

check('logs/walk-terminates', (t) => withCircles(t, () => expectOfEachWalk(t, logs.onWalk(logs.findEndless))));
check('logs/walk-complete', expectLittleExcused, {
  phase: 'closing',
  prepare: { phase: 'main', work: expectCompleteWalks },
});

/** A single walk may be excused; the same problem again and again may not. */
async function expectLittleExcused(t: CheckContext): Promise<undefined> {
  // A search that is miscounted once more joins the inconsistent walks.
  for (const log of t.logs.all)
    for (const query of t.logs.miscounted(log)) await log.readToConfirm({ query, form: log.form }, 1);
  if (!t.effort.isLean) await followBriefPages(t);
  await expectFewInconsistent(t);
  await expectCursorsRemembered(t);
}

/** A first page with fewer items than before may lack one, which the walk from its own cursor shows. */
async function followBriefPages(t: CheckContext): Promise<void> {
  for (const log of t.logs.all)
    for (const { query, exchange } of t.runContext.logs.oddAnswers.brief(log)) await log.walkOnFrom(query, exchange);
}

async function expectCompleteWalks(t: CheckContext): Promise<undefined> {
  await expectToldLogs(t);
  let short: Walk | undefined;
  const judge = logs.onWalk(logs.findIncomplete);
  const oracle: logs.Oracle = (walks) => {
    const found = judge(walks);
    if (found !== undefined) [short] = walks;
    return found;
  };
  try {
    await expectOfEachWalk(t, oracle);
    const upToDate = await searchUpToDate(t);
    if (upToDate !== undefined) await logs.expectOfWalks(t, (await t.baseline()).log, [upToDate], oracle);
    return await expectOfShortResults(t, oracle);
  } catch (error) {
    throw short === undefined ? error : await withMissingItems(t, error, short);
  }
}

/** How many searches with a short result are walked. */
const mostShort = 3;

/**
 * A search whose only page has fewer items than its total, as it was measured, is walked like the others: if just the
 * last item is missing, its result looks as if it filled the page.
 */
async function expectOfShortResults(t: CheckContext, oracle: logs.Oracle): Promise<undefined> {
  if (t.effort.isLean) return;
  const { log, plainWalk } = await t.baseline();
  const [first, second] = plainWalk.pages;
  if (first === undefined || second === undefined) return;
  await logs.rangesOfTellingSizes(t, first.page.data.length);
  const queries = (await t.logs.shortResults()).slice(0, mostShort);
  for (const query of queries) await logs.expectOfWalks(t, log, [query], oracle);
  // Where a page that leads on is shorter than usual, it may lack an item: only its own cursor shows that.
  for (const { query, exchange } of (await t.logs.briefPages()).slice(0, mostShort))
    await log.walkOnFrom(query, exchange);
}

/** A log for which the truth file names items must not be empty: every other requirement would seem to hold on it. */
async function expectToldLogs(t: CheckContext): Promise<void> {
  for (const log of t.logs.all) {
    const told = t.truth(log.id);
    if (told.length === 0) continue;
    const result = await log.checkRelation([{}], ([walk]) => {
      if (walk === undefined || walk.end !== 'end' || walk.items.length > 0) return undefined;
      const message = `webhook ${log.id} has no items; the truth file names ${told.length}, such as ${logs.truncate(told[0]!.item)}`;
      return { message, proof: logs.proofOfWalk(walk).slice(0, 1) };
    });
    if (result.kind === 'broken') fail(result.found.message, result.found.proof, { level: 'declared' });
  }
}

/**
 * Requires something of each walk: plain and per status on every webhook, directions and ranges on the richest. The plain ones
 * are read already, so that they come first. A walk that the budget of the run cuts short decides nothing.
 */
async function expectOfEachWalk(t: CheckContext, oracle: logs.Oracle): Promise<undefined> {
  const baseline = await t.baseline();
  const [log, ...others] = await logs.judgedLogs(t, baseline);
  const expectOn = (queries: readonly LogQuery[], of: readonly WebhookLog[]) =>
    logs.expectOnLogs(
      t,
      of.flatMap((one) => queries.map((query) => [one, [query]] as const)),
      oracle,
    );
  await expectOn([{}], [log, ...others]);
  const long = t.effort.isLean ? await longLog(t, baseline, oracle) : undefined;
  if (long !== undefined) await expectOn([{}], [long]);
  const statuses = api.logStatuses.map((status) => ({ status }));
  const directions = loneDirections(t).map((sortDirection) => ({ sortDirection }));
  await t.readAtOnce(log, t.effort.isLong(baseline.plainWalk) ? statuses : [...statuses, ...directions]);
  await expectOn(statuses, [log, ...others]);
  if (!t.effort.isLong(baseline.plainWalk)) await expectOn(directions, [log]);
  await expectOn([...(await wideRanges(t)), ...(await rangeOfEntries(t, baseline))], [log]);
}

/** The log of the first webhook, if it is longer than the judged one, seems to be wrong, and begins as it did before. */
async function longLog(t: CheckContext, { log }: Baseline, oracle: logs.Oracle): Promise<WebhookLog | undefined> {
  const first = t.logs.all[0]!;
  if (first.id === log.id) return undefined;
  const walk = await wholeFirstLog(t);
  if (walk === undefined || oracle([walk]) === undefined) return undefined;
  const page = responses.parsePage((await logs.requestFirstPage(t, {})).response);
  const isAsBefore = JSON.stringify(page?.data) === JSON.stringify(walk.pages[0]?.page.data);
  return isAsBefore && page?.totalItems === walk.total ? first : undefined;
}

/** Where the run is lean, the descending order is walked beside a sort field alone. */
const loneDirections = ({ effort }: CheckContext) => effort.take(['asc', 'desc'] as const, { quick: 1 });

async function wideRanges(t: CheckContext): Promise<LogQuery[]> {
  const time = await t.logs.time();
  if (!time.understood) return [];
  const { cuts, lo, hi } = time.sense;
  // Ranges that other checks walk too.
  const ranges = t.effort.isLean || cuts.length === 0 ? undefined : await unlessUndecided(() => logs.requireRanges(t));
  if (ranges !== undefined) return [ranges.shared.to, ranges.shared.from, { ...ranges.shared.to, status: 'succeeded' }];
  // If no count shows a cut, the totals themselves may be wrong: then a moment of the last days is used.
  const recent = t.logs.now - 3 * 86_400_000;
  const upTo = logs.rangeQuery(time.sense, lo, cuts.at(-1) ?? recent);
  const since = logs.rangeQuery(time.sense, cuts[0] ?? recent, hi);
  return [upTo, t.effort.isLean ? await combinedQuery(t, 'failed') : { ...since, status: 'failed' }];
}

/**
 * From the time of one entry to that of another, so that the second page has those at one bound: whether a bound includes them is
 * open, but the pages must agree about it.
 */
async function rangeOfEntries(t: CheckContext, { plainWalk }: Baseline): Promise<readonly LogQuery[]> {
  const time = t.effort.isLean ? undefined : await t.logs.time();
  if (time?.understood !== true || plainWalk.pages.length < 2) return [];
  const { hints = [], lo, hi, form } = time.sense;
  const inside = hints.filter((at) => at > lo && at < hi);
  const onPage = plainWalk.pages[0]!.page.data.length;
  const between = Math.ceil(((onPage + 3) * hints.length) / plainWalk.items.length);
  const first = Math.floor((inside.length - between) / 2);
  const [from, to] = [inside[first], inside[first + between]];
  if (from === undefined || to === undefined || from === to) return [];
  // Times of entries lie between seconds, as a rule.
  const exact = logs.timeForms.find(({ format, unitMs }) => format === form.format && unitMs === 1) ?? form;
  const query = logs.rangeQuery({ ...time.sense, form: exact }, from, to);
  return (await t.logs.measure(query)).count === undefined ? [] : [query];
}

check('logs/total-constant', async (t) => {
  await expectOfEachWalk(t, logs.onWalk(logs.findUnsteadyTotal));
  const baseline = await t.baseline();
  const { log: judged, plainWalk } = baseline;
  const pages = plainWalk.pages.length;
  // Routes that other checks follow too.
  const plain = t.effort.pick({ quick: logs.thereBackAndOn, standard: logs.roundTrip, deep: logs.slowRoundTrip });
  const routes: Route[] = [{ query: {}, steps: logs.isLongWalk(plainWalk) ? shortRoute(pages) : plain(pages) }];
  if (!t.effort.isLean) {
    const query: LogQuery = { status: 'succeeded' };
    const walk = await judged.walk(query);
    const steps = logs.isLongWalk(walk) ? shortRoute(walk.pages.length) : logs.backFromEnd(walk.pages.length);
    routes.push({ query, steps });
  }
  if (t.effort.sharesReadings && !t.effort.isLean && plainWalk.end === 'end' && pages > 2)
    for (const routesOf of furtherRoutes) routes.push(...(await routesOf(t, baseline)));
  for (const { log = judged, query, steps, beyondFirst = false } of routes) {
    const result = await t.navigate(log, query, steps, { totals: true, beyondFirst });
    // Other findings on the way back belong to prev-returns.
    if (result.kind === 'broken' && result.problem.kind === 'total-changed')
      fail(`with ${logs.describeQuery(query)} on webhook ${log.id}: ${result.problem.message}`, result.problem.proof);
  }
});

/** Some pages on and two back, if the whole way is too long. */
function shortRoute(pages: number): logs.Step[] {
  return [...logs.steps('next', Math.min(pages - 1, 3)), ...logs.steps('prev', 2)];
}

check('logs/next-advances', async (t) => {
  const { log, plainWalk } = await t.baseline({ minPages: 2 });
  await logs.expectOfWalks(t, log, [{}], logs.onWalk(logs.findStandstill));
  await expectNothingSkipped(log);
  if (logs.isLongWalk(plainWalk)) return;
  for (const sortDirection of loneDirections(t))
    await logs.expectOfWalks(t, log, [{}, { sortDirection }], logs.repeatsPage);
});

/**
 * If a walk is too short twice, `prev` of its second page may return the items that `next` skipped. It may also return items that
 * have arrived since, while a cache still returns the old walk: so the log is read again once no cache can.
 */
async function expectNothingSkipped(log: WebhookLog): Promise<void> {
  const walk = await log.walk();
  if (logs.findIncomplete(walk) === undefined || walk.pages.length < 2) return;
  const isAsBefore = async () => logs.isSameReading(walk, await log.readExclusively({}));
  if (!(await isAsBefore())) return;
  const skipped = await logs.findSkippedItem(log, walk);
  if (skipped === undefined) return;
  await log.settleSince(walk);
  if ((await isAsBefore()) && (await logs.findSkippedItem(log, walk)) !== undefined)
    fail(
      `next from page 1 skips ${logs.truncate(skipped.item)}, which prev of page 2 returned and no page of the walk has`,
      [
        [walk.pages[0]!.exchange, 'page 1'],
        [skipped.second, 'reached by next from page 1'],
        [skipped.back, 'reached by prev from there'],
      ],
    );
}

const repeatsNothing = logs.onWalk((walk) => {
  const repeat = logs.findFirstRepeat(walk);
  if (repeat === undefined) return undefined;
  const { item, before, place } = repeat;
  const message = `has ${logs.truncate(item)} on page ${before} and again on page ${place}`;
  return { kind: 'repeated-item', message, place };
});

check('logs/no-duplicates', async (t) => {
  if (t.settings.declares.itemsUnique !== true) notApplicable('declares.itemsUnique is not true: items may repeat');
  for (const log of t.logs.all) await logs.expectOfWalks(t, log, [{}], repeatsNothing);
});

check('logs/walks-agree', expectNoneUnstable, { phase: 'closing', prepare: { phase: 'main', work: expectAgreement } });
