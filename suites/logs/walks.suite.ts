/** Walks by themselves: they end, are complete, keep their total, agree with each other, and lead on. */
import type { Baseline, CheckContext, LogQuery, Walk, WebhookLog } from '../../src/suite.ts';
import {
  api,
  checksOf,
  fail,
  inconclusive,
  logChanged,
  logs,
  notApplicable,
  responses,
  unlessUndecided,
} from '../../src/suite.ts';
import { combinedQuery } from './back-routes.ts';
import { withCircles } from './circles.ts';
import { wholeFirstLog } from './first-log.ts';
import { expectCursorsRemembered } from './forgotten-cursors.ts';
import { expectFewInconsistent } from './inconsistent-walks.ts';
import { withMissingItems } from './missing-items.ts';
import { requirements } from './requirements.ts';
import { settledPart } from './settled-part.ts';

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
  await expectFewInconsistent(t);
  await expectCursorsRemembered(t);
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
    return await expectOfShortResults(t, oracle);
  } catch (error) {
    throw short === undefined ? error : await withMissingItems(t, error, short);
  }
}

/** How many searches with a short result are walked. */
const mostShort = 3;

/**
 * A search whose only page has fewer items than its total, as it was measured, is walked like the others: where just the
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

/** A log of which the truth file names items must not be empty: nothing else could be judged on it, and all would seem right. */
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
 * are read already, so that they come first. Walks that our budget cut decide nothing.
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
  await expectOn(await wideRanges(t), [log]);
}

/** The log of the first webhook, where it is longer than the judged one, seems to be wrong, and begins as it did before. */
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
  // Where no count shows a cut, the totals may be what is wrong: a moment of the last days then does.
  const recent = t.logs.now - 3 * 86_400_000;
  const upTo = logs.rangeQuery(time.sense, lo, cuts.at(-1) ?? recent);
  const since = logs.rangeQuery(time.sense, cuts[0] ?? recent, hi);
  return [upTo, t.effort.isLean ? await combinedQuery(t, 'failed') : { ...since, status: 'failed' }];
}

check('logs/total-constant', async (t) => {
  await expectOfEachWalk(t, logs.onWalk(logs.findUnsteadyTotal));
  const { log, plainWalk } = await t.baseline();
  const pages = plainWalk.pages.length;
  // Routes that other checks follow too.
  const plain = t.effort.pick({ quick: logs.thereBackAndOn, standard: logs.roundTrip, deep: logs.slowRoundTrip });
  const routes: { readonly query: LogQuery; readonly steps: readonly logs.Step[] }[] = [
    { query: {}, steps: logs.isLongWalk(plainWalk) ? shortRoute(pages) : plain(pages) },
  ];
  if (!t.effort.isLean) {
    const query: LogQuery = { status: 'succeeded' };
    const walk = await log.walk(query);
    const steps = logs.isLongWalk(walk) ? shortRoute(walk.pages.length) : logs.backFromEnd(walk.pages.length);
    routes.push({ query, steps });
  }
  for (const route of routes) {
    const result = await t.navigate(log, route.query, route.steps, { totals: true });
    // Other things that go wrong on the way back are prev-returns'.
    if (result.kind === 'broken' && result.problem.kind === 'total-changed')
      fail(`with ${logs.describeQuery(route.query)}: ${result.problem.message}`, result.problem.proof);
  }
});

/** Some pages on and two back, where the whole way is too long. */
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
 * Where a walk is too short, and is so again, `prev` of its second page may return what `next` skipped. It may also return what
 * has arrived since, while a cache still returns the walk as it was: so the log is read again once no cache can.
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

/** Pairs of unstable readings of a log that are looked at again. */
const pairsRead = 3;

/** Unstable readings that any check met in the run: reported where settled items come and go again. */
async function expectNoneUnstable(t: CheckContext): Promise<undefined> {
  let left: WebhookLog | undefined;
  for (const log of t.logs.all) {
    for (const pair of log.unstable.slice(0, pairsRead)) {
      const found = await logs.findSettledFlicker(log, pair);
      if (found !== undefined) failUnstable(log, found);
      left = log;
    }
  }
  await expectGrowthToStay(t);
  await expectFewUnconfirmed(t);
  if (left !== undefined)
    inconclusive(
      `readings of webhook ${left.id} differed, but not in items that were there all the time`,
      'a webhook whose log is quiet during the run',
    );
}

/** How often a total must drop before a log with only two totals is taken to switch between them. */
const tellingDrops = 3;

/** Reads a log as a whole if its total kept switching between two values: it may be judged within a window, as if it grew. */
async function expectGrowthToStay(t: CheckContext): Promise<void> {
  const suspect = t.logs.all.find((log) => {
    const { totals, drops } = t.logs.plainTotals(log);
    return totals.size === 2 && drops >= tellingDrops;
  });
  if (suspect === undefined) return;
  // Walks that are read alone share a connection, and a balancer may route all of it to one node.
  const findFlicker = async (own: CheckContext) => {
    const whole = own.logs.whole(suspect.id);
    return (await logs.findFlicker(whole, {})) ?? (await logs.findFlicker(whole, {}, 'own-connections'));
  };
  const found = await findFlicker(t);
  if (found !== undefined) failUnstable(suspect, found, async (own) => (await findFlicker(own)) !== undefined);
}

/** Findings of one run that may each have another cause than unstable results. */
const excusableFindings = 2;

/** Findings that did not recur: a log that stayed the same returned other items three times, and to no check twice. */
async function expectFewUnconfirmed(t: CheckContext): Promise<void> {
  const found = t.runContext.excuses.unconfirmed.filter(
    ({ requirement }) => requirement.area === 'logs' && requirement.level !== 'advisory',
  );
  const [first] = found;
  if (first === undefined || found.length <= excusableFindings) return;
  // Within a window of a log that grows, what lags behind explains more than three.
  if (t.logs.all.some(({ scope }) => logs.parametersOf(scope).length > 0)) return;
  for (const log of t.logs.all) if (!(await logs.isUnchanged(log))) return;
  fail(
    `${found.length} findings did not recur, on logs that stayed the same: ${found.map(({ requirement }) => requirement.id).join(', ')}. One of them: ${first.message}`,
    first.proof,
  );
}

type ShowsAgain = (t: CheckContext) => Promise<boolean>;

function failUnstable({ id }: WebhookLog, [first, second]: readonly [Walk, Walk], showsAgain?: ShowsAgain): never {
  const difference = logs.difference(
    { name: 'the second reading', bag: second.bag },
    { name: 'the first reading', bag: first.bag },
  );
  fail(
    `${logs.describeQuery(first.query)} on webhook ${id}, read again, has ${logs.countsInWords(difference)}, though nothing arrived or left; expected the items of the reading before`,
    [...logs.proofOfWalk(first, 'the first reading'), ...logs.proofOfWalk(second, 'the second reading')],
    {
      illustrations: [difference, logs.drawWalk(first), logs.drawWalk(second)],
      ...(showsAgain === undefined ? {} : { case: { showsAgain } }),
    },
  );
}

async function expectAgreement(t: CheckContext): Promise<undefined> {
  const known = await t.logs.baseline();
  if (known.changing) await expectNoFlicker(t, known.log, {});
  const baseline = await t.baseline({ finite: true, minPages: 2 });
  const { log, plainWalk } = baseline;
  const queries: LogQuery[] = [{}, { status: 'failed' }, { sortDirection: 'asc' }, { status: 'succeeded' }];
  for (const query of t.effort.take(logs.isLongWalk(plainWalk) ? queries.slice(0, 1) : queries, { quick: 1 })) {
    const before = await log.walk(query);
    if (before.end === 'cut' || (await beginsAlike(t, log, query, before))) continue;
    if (logs.isSameReading(before, await logs.readAgain(t, baseline, query))) continue;
    // Readings that differ are controlled: unstable ones are kept by the log and reported at the end.
    const result = await log.controlRelation([query], () => undefined);
    if (result.kind !== 'live' && result.kind !== 'unstable') continue;
    await expectNoFlicker(t, log, query);
    if (result.kind === 'live') logChanged();
  }
  await expectSameBackward(t, baseline);
}

/** Pages of a walk that are read again where others show its end. */
const pagesAgain = 2;

/** Whether the first pages are as before; a walk of few pages is read again as a whole, and so is each where nothing is left out. */
async function beginsAlike(t: CheckContext, log: WebhookLog, query: LogQuery, before: Walk): Promise<boolean> {
  const isPlain = Object.keys(query).length === 0;
  if (!t.effort.sharesReadings || isPlain || before.pages.length <= pagesAgain) return false;
  return logs.beginsAs(await log.readHead(query, pagesAgain), before);
}

async function expectNoFlicker(t: CheckContext, log: WebhookLog, query: LogQuery): Promise<void> {
  const found = (await findFlickerOfPart(t, log, query)) ?? (await logs.findFlicker(log, query));
  if (found !== undefined) failUnstable(log, found);
}

/** Within a part of the log to which nothing is added, items that arrive do not hide those that come and go. */
async function findFlickerOfPart(t: CheckContext, log: WebhookLog, query: LogQuery) {
  const part = await settledPart(t, log);
  return part === undefined ? undefined : logs.findFlicker(log, { ...query, ...part });
}

/** Back from the last page to the first: the same items, as often. */
async function expectSameBackward(t: CheckContext, { log, plainWalk }: Baseline): Promise<void> {
  if (logs.isLongWalk(plainWalk) || !logs.isComplete(plainWalk)) return;
  const route = t.effort.pick({ quick: logs.thereBackAndOn, standard: logs.roundTrip, deep: logs.slowRoundTrip });
  const result = await t.navigate(log, {}, route(plainWalk.pages.length));
  if (result.kind !== 'broken' || result.problem.step !== 'prev') return;
  // Page sizes are not specified (§8), backward too: only the items count.
  if (result.problem.kind === 'prev-page-length') return;
  const { navigation, problem } = result;
  const { pages } = navigation;
  // A prev that is missing or rejected is prev-returns': here only other items than the walk forward had.
  const back = pages.at(-1)!;
  if (back.reachedBy === 'prev' && back.page.data.length > 0)
    fail(`walked backward, the log has other items than forward: ${problem.message}`, problem.proof, {
      illustrations: [logs.drawPages('the walk forward and back', pages, pages.length, problem.message)],
    });
}
