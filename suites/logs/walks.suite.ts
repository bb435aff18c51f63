/** Walks by themselves: they end, are complete, keep their total, agree with each other, and move on. */
import {
  type CheckContext,
  checkNavigation,
  checksOf,
  describeQuery,
  drawPages,
  drawWalk,
  fail,
  findEndless,
  findFirstRepeat,
  findIncomplete,
  findUnsteadyTotal,
  inconclusive,
  isIdentifying,
  isLongWalk,
  isSameReading,
  type LogQuery,
  logStatuses,
  minus,
  notApplicable,
  type Oracle,
  parsePage,
  rangeQuery,
  readCursor,
  readFirst,
  truncate,
  type Walk,
  type WalkFinding,
  type WebhookLog,
} from '../../src/suite.ts';
import {
  isJudged,
  passOnSharedReads,
  proofOfBorder,
  proofOfWalk,
  requireFiniteLog,
  requireHolds,
  requirePages,
  requireStableLog,
  sharedNavigation,
  thereAndBack,
  thereBackAndOn,
} from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** An oracle of one walk, with the walk drawn and the border shown. */
function onWalk(judge: (walk: Walk) => WalkFinding | undefined): Oracle {
  return ([walk]) => {
    const problem = judge(walk!);
    if (problem === undefined) return undefined;
    const proof = proofOfBorder(walk!, problem.place);
    if (walk!.last !== undefined) proof.push([walk!.last, 'where the walk stopped']);
    return {
      message: `the walk with ${describeQuery(walk!.query)} on webhook ${walk!.webhook} ${problem.message}`,
      proof: proof.length > 0 ? proof : proofOfWalk(walk!, 'the walk'),
      illustrations: [drawWalk(walk!, problem.place, problem.message)],
    };
  };
}

/** The queries whose walks are judged one by one: plain and per status on every webhook, and sorts on the richest. */
async function walked(t: CheckContext): Promise<{ log: WebhookLog; query: LogQuery }[]> {
  const { log, others, plainWalk } = await requireStableLog(t);
  const statuses = logStatuses.map((status): LogQuery => ({ status }));
  const queries: { log: WebhookLog; query: LogQuery }[] = [{ log, query: {} }];
  for (const query of statuses) queries.push({ log, query });
  if (!isLongWalk(plainWalk) || t.settings.run.depth === 'deep')
    for (const sortDirection of ['asc', 'desc'] as const) queries.push({ log, query: { sortDirection } });
  const time = await t.logs.time();
  if (time.understood) {
    const { sense } = time;
    // Where no count shows a cut, the totals may be what is wrong: a moment of the last days then does.
    const [early, late] =
      sense.cuts.length > 0
        ? [sense.cuts[0]!, sense.cuts.at(-1)!]
        : [t.logs.now - 3 * 86_400_000, t.logs.now - 3 * 86_400_000];
    queries.push(
      { log, query: rangeQuery(sense, sense.lo, late) },
      { log, query: { ...rangeQuery(sense, early, sense.hi), status: 'failed' } },
    );
  }
  for (const other of others)
    for (const query of (await isJudged(t, other)) ? [{}, ...statuses] : []) queries.push({ log: other, query });
  return queries;
}

/** Judges each walk; the exchanges of those that hold. Walks that our budget cut decide nothing. */
async function eachWalk(
  t: CheckContext,
  judge: (walk: Walk) => WalkFinding | undefined,
  pages: number,
): Promise<number> {
  let exchanges = 0;
  let longest = 0;
  for (const { log, query } of await walked(t)) {
    const judged = await log.checkRelation([query], onWalk(judge));
    if (judged.kind === 'live' && log !== (await t.logs.baseline()).log) continue;
    exchanges += requireHolds(judged);
    if (judged.kind === 'holds') longest = Math.max(longest, judged.walks[0]!.pages.length);
  }
  if (longest < pages)
    inconclusive(
      `the longest walk has ${longest} page${longest === 1 ? '' : 's'}`,
      `a webhook with ${pages} pages of logs or more`,
    );
  return exchanges;
}

check('logs/walk-terminates', async (t) =>
  passOnSharedReads(await eachWalk(t, findEndless, 3), (await requireStableLog(t)).window),
);

check('logs/walk-complete', async (t) =>
  passOnSharedReads(await eachWalk(t, findIncomplete, 3), (await requireStableLog(t)).window),
);

check('logs/total-constant', async (t) => {
  const { log, plainWalk, window } = await requireStableLog(t);
  let exchanges = await eachWalk(t, findUnsteadyTotal, 2);
  const steps = [...plainWalk.pages.slice(1, 4).map(() => 'next' as const), 'prev' as const, 'prev' as const];
  if (t.effort.isLean) {
    const way = thereBackAndOn(plainWalk.pages.length);
    const { navigation } = await sharedNavigation(t, log, {}, way).then((seen) =>
      seen.kind === 'live' ? { navigation: undefined } : seen,
    );
    if (navigation === undefined || navigation.pages.every(({ page }) => page.totalItems === plainWalk.total))
      return passOnSharedReads(exchanges + (navigation?.pages.length ?? 0), window);
  }
  for (const query of [{}, { status: 'succeeded' }] satisfies LogQuery[]) {
    const judged = await checkNavigation(log, query, steps, { totals: true });
    const problem = judged.kind === 'broken' ? judged.navigation.problem : undefined;
    // Other things that go wrong on the way back are prev-returns'.
    if (problem?.kind === 'total-changed') fail(`with ${describeQuery(query)}: ${problem.message}`, problem.proof);
    exchanges += steps.length + 1;
  }
  return passOnSharedReads(exchanges, window);
});

check('logs/next-advances', async (t) => {
  const baseline = await requireStableLog(t);
  requirePages(baseline.plainWalk, 2);
  const judged = await baseline.log.checkRelation([{}], onWalk(standsStill));
  let exchanges = requireHolds(judged);
  exchanges += await skipped(t, baseline.log);
  for (const sortDirection of isLongWalk(baseline.plainWalk) ? [] : (['asc', 'desc'] as const))
    exchanges += requireHolds(await baseline.log.checkRelation([{}, { sortDirection }], doubled));
  return passOnSharedReads(exchanges, baseline.window);
});

/**
 * A page that is the one before again, though as many items come as there should: another walk of the same log has each
 * of them once. Only items that identify themselves count, since others may repeat by right.
 */
const doubled: Oracle = ([plain, sorted]) => {
  if (plain === undefined || sorted === undefined || plain.end !== 'end' || sorted.end !== 'end') return undefined;
  for (let at = 1; at < plain.pages.length; at += 1) {
    const [before, read] = [plain.pages[at - 1]!, plain.pages[at]!];
    const { data } = read.page;
    const again =
      data.length > 1 &&
      data.length === before.page.data.length &&
      data.every((item, index) => item === before.page.data[index]);
    if (again && data.every((item) => isIdentifying(item) && plain.bag.get(item) === 2 && sorted.bag.get(item) === 1))
      return {
        message: `next from page ${before.place} leads to the same items again; sorted, the log has each of them once`,
        proof: proofOfBorder(plain, read.place),
        illustrations: [drawWalk(plain, read.place, 'the page before again')],
      };
  }
  return undefined;
};

/**
 * A walk that comes short although it ended: what a page's own prev shows tells whether next left something out. Only
 * items that this walk never yields count, and only where the walk is short again.
 */
async function skipped(t: CheckContext, log: WebhookLog): Promise<number> {
  const walk = await log.walk();
  if (findIncomplete(walk) === undefined || walk.pages.length < 2) return 0;
  const again = await log.readExclusively({});
  if (!isSameReading(walk, again)) return 0;
  const where = { webhook: log.id, query: log.scope, form: log.form };
  const show = async () => {
    const first = parsePage((await readFirst(t.client, where)).response);
    if (first?.next === undefined) return undefined;
    const second = await readCursor(t.client, where, 'next', first.next);
    const prev = parsePage(second.response)?.prev;
    if (prev === undefined) return undefined;
    const back = await readCursor(t.client, where, 'prev', prev);
    const between = parsePage(back.response)?.data.find((item) => !walk.bag.has(item));
    return between === undefined ? undefined : { second, back, between };
  };
  const shown = await show();
  if (shown !== undefined && (await show()) !== undefined)
    fail(
      `next from page 1 leads past ${truncate(shown.between)}, which prev of page 2 shows and the walk never yields`,
      [
        [walk.pages[0]!.exchange, 'page 1'],
        [shown.second, 'reached by next from page 1'],
        [shown.back, 'reached by prev from there'],
      ],
    );
  return 4;
}

/** Two pages in a row with the same items, in a walk whose items would else all be different. */
function standsStill(walk: Walk): WalkFinding | undefined {
  const last = walk.pages.at(-1);
  if (
    walk.end === 'end' &&
    last !== undefined &&
    last.place > 1 &&
    last.page.data.length === 0 &&
    walk.items.length < walk.total
  )
    return {
      kind: 'stands-still',
      message: `comes by next from page ${last.place - 1} to an empty page and ends, ${walk.total - walk.items.length} items early`,
      place: last.place,
    };
  for (let at = 1; at < walk.pages.length; at += 1) {
    const { page, place } = walk.pages[at]!;
    const before = walk.pages[at - 1]!.page;
    const earlier = new Set(walk.pages.slice(0, at).flatMap((read) => read.page.data));
    const known = page.data.length > 0 && page.data.every((item) => earlier.has(item));
    if (known && distinctBefore(walk, at) && walk.items.length !== walk.total)
      return {
        kind: 'stands-still',
        message: `comes by next from page ${place - 1} to items that earlier pages had`,
        place,
      };
    const equalPages =
      page.data.length > 0 &&
      page.data.length === before.data.length &&
      page.data.every((item, index) => item === before.data[index]);
    // Where items repeat by right, the walk still has as many as its total says.
    if (
      equalPages &&
      new Set(page.data).size === page.data.length &&
      (walk.end !== 'end' || walk.items.length !== walk.total)
    )
      return {
        kind: 'stands-still',
        message: `comes to page ${place} by next from page ${place - 1}, and finds the same items again`,
        place,
      };
  }
  return undefined;
}

/** Whether the items of the pages before are all different: then one that comes again is no equal item. */
function distinctBefore(walk: Walk, at: number): boolean {
  const items = walk.pages.slice(0, at).flatMap((read) => read.page.data);
  return new Set(items).size === items.length;
}

check('logs/no-duplicates', async (t) => {
  if (t.settings.declares.itemsUnique !== true) notApplicable('declares.itemsUnique is not true: items may repeat');
  let exchanges = 0;
  for (const log of t.logs.all) {
    const judged = await log.checkRelation(
      [{}],
      onWalk((walk) => {
        const repeat = findFirstRepeat(walk);
        return repeat === undefined
          ? undefined
          : {
              kind: 'repeated-item',
              message: `has ${repeat.item.slice(0, 80)} on page ${repeat.before} and again on page ${repeat.place}`,
              place: repeat.place,
            };
      }),
    );
    exchanges += requireHolds(judged);
  }
  return passOnSharedReads(exchanges);
});

check(
  'logs/walks-agree',
  async (t) => {
    for (const log of t.logs.all) {
      const [pair] = log.unstable;
      if (pair === undefined) continue;
      const [first, second] = pair;
      fail(
        `the same query (${describeQuery(first.query)}) on webhook ${log.id} gives ${first.items.length} items of ${first.total}, then ${second.items.length} of ${second.total}, though nothing new arrived`,
        [...proofOfWalk(first, 'the first read'), ...proofOfWalk(second, 'the second read')],
        { illustrations: [drawWalk(first), drawWalk(second)] },
      );
    }
    return passOnSharedReads(1);
  },
  { phase: 'closing', prepare: { phase: 'main', work: agreeing } },
);

async function agreeing(t: CheckContext) {
  const baseline = await t.logs.baseline();
  if (baseline.changing) await comesBack(baseline.log, {});
  const { log, plainWalk, window } = await requireFiniteLog(t);
  requirePages(plainWalk, 2);
  const queries: LogQuery[] = [{}, { status: 'failed' }, { sortDirection: 'asc' }, { status: 'succeeded' }];
  let exchanges = plainWalk.pages.length;
  for (const query of isLongWalk(plainWalk) || t.effort.isLean ? queries.slice(0, 1) : queries) {
    const [before, after] = [await log.walk(query), (t.effort.isLean && baseline.again) || (await log.read(query))];
    exchanges += before.pages.length + after.pages.length;
    if (isSameReading(before, after) || before.end === 'cut') continue;
    // Reads that differ are controlled: unstable ones are kept by the log and decided at the end.
    const judged = await log.controlRelation([query], () => undefined);
    exchanges += judged.exchanges;
    if (judged.kind === 'live') exchanges += await comesBack(log, query);
    if (judged.kind === 'live')
      inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
  }
  exchanges += await backward(t, log, plainWalk);
  return passOnSharedReads(exchanges, window);
}

/**
 * What is cut at random looks like arrivals and departures, until each item was seen once. A log that lives has
 * something new whenever it differs; a read that differs, has nothing that no earlier read had, and holds again what the
 * read before it lacked, is no life. Twice is enough.
 */
async function comesBack(log: WebhookLog, query: LogQuery): Promise<number> {
  const seen = new Set<string>();
  let before: Walk | undefined;
  let exchanges = 0;
  let returns = 0;
  for (let read = 0; read < 9; read += 1) {
    const walk = await log.readExclusively(query);
    exchanges += walk.pages.length;
    const last = before;
    const arrived = walk.items.some((item) => !seen.has(item));
    if (last !== undefined && !arrived && walk.total === last.total && minus(walk.bag, last.bag).size > 0) returns += 1;
    if (returns === 2 && last !== undefined)
      fail(
        `the same query (${describeQuery(query)}) on webhook ${log.id} gives other items each time, though nothing new arrived`,
        [...proofOfWalk(last, 'one read'), ...proofOfWalk(walk, 'the next read')],
        { illustrations: [drawWalk(last), drawWalk(walk)] },
      );
    for (const item of walk.items) seen.add(item);
    before = walk;
  }
  return exchanges;
}

/** Back from the last page to the first: the same items, as often. */
async function backward(t: CheckContext, log: WebhookLog, base: Walk): Promise<number> {
  if (isLongWalk(base) || base.end !== 'end') return 0;
  const steps = t.effort.isLean ? thereBackAndOn(base.pages.length) : thereAndBack(base.pages.length);
  const judged = await sharedNavigation(t, log, {}, steps);
  const problem = judged.kind === 'broken' ? judged.navigation.problem : undefined;
  if (problem?.step === 'prev' && judged.kind === 'broken') {
    const back = judged.navigation.pages.at(-1)!;
    const stray = back.page.data.length > 0;
    // A prev that is missing or refused is prev-returns': here only other items than the walk forward had.
    if (back.reachedBy === 'prev' && stray)
      fail(`walked backward, the log holds other items than forward: ${problem.message}`, problem.proof, {
        illustrations: [
          drawPages(
            'the walk forward and back',
            judged.navigation.pages,
            judged.navigation.pages.length,
            problem.message,
          ),
        ],
      });
  }
  return judged.kind === 'live' ? 0 : judged.navigation.pages.length;
}
