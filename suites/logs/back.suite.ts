/** Going back: `prev`, from many pages and under many queries, predicted by what the same trail saw. */
import {
  type CheckContext,
  checksOf,
  describeQuery,
  drawPages,
  fail,
  inconclusive,
  type LogQuery,
  longWalkPages,
  rangeQuery,
  type Step,
  seededRandom,
} from '../../src/suite.ts';
import {
  passOnSharedReads,
  requireFiniteLog,
  requirePages,
  requireStableLog,
  sharedNavigation,
  thereAndBack,
  thereBackAndOn,
} from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

const forward = (count: number): Step[] => Array.from({ length: Math.max(count, 0) }, () => 'next' as const);

/** Follows steps and gives the exchanges; throws what they show, once controlled. */
async function along(t: CheckContext, query: LogQuery, steps: readonly Step[]): Promise<number> {
  const { log } = await requireStableLog(t);
  const judged = await sharedNavigation(t, log, query, steps);
  if (judged.kind === 'live')
    inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
  const { problem, pages } = judged.navigation;
  if (judged.kind === 'broken' && problem !== undefined)
    fail(`with ${describeQuery(query)}: ${problem.message}`, problem.proof, {
      illustrations: [drawPages(`the trail with ${describeQuery(query)}`, pages, pages.length, problem.message)],
    });
  return pages.length;
}

check('logs/prev-returns', async (t) => {
  const { plainWalk, window } = await requireFiniteLog(t);
  requirePages(plainWalk, 3);
  if (t.effort.isLean) return quickly(t);
  // All at once, since each is long; the first of them that goes wrong is the finding, whichever ended first.
  const routes = [...plainRoutes(t, plainWalk.pages.length), ...(await variantRoutes(t))];
  const ended = await Promise.allSettled(routes.map(({ query, steps }) => along(t, query, steps)));
  let exchanges = 0;
  for (const one of ended) {
    if (one.status === 'rejected') throw one.reason;
    exchanges += one.value;
  }
  return passOnSharedReads(exchanges, window);
});

interface Route {
  readonly query: LogQuery;
  readonly steps: readonly Step[];
}

function plainRoutes(t: CheckContext, last: number): Route[] {
  // Straight to a page, back, and on again: pages two, three, the middle, the last.
  const places = [...new Set([3, 2, last, Math.ceil(last / 2), last - 1])].filter(
    (place) => place >= 2 && place <= Math.min(last, 120),
  );
  const most = t.effort.sampleCount(last > longWalkPages ? 2 : 5);
  const ways: Step[][] = places
    .slice(0, Math.max(most, 3))
    .map((place) => [...forward(place - 1), 'prev' as const, 'next' as const]);
  // All the way and all the way back: every page has its prev.
  if (last <= 120) ways.push([...forward(last), ...Array.from({ length: last }, () => 'prev' as const)]);
  // To and fro at every page.
  if (last <= 40) ways.push(Array.from({ length: last - 1 }, (): Step[] => ['next', 'prev', 'next']).flat());
  // Random steps, drawn from the seed.
  const random = seededRandom(t.seed);
  for (let run = 0; run < t.effort.sampleCount(2); run += 1) {
    const steps: Step[] = forward(2);
    while (steps.length < Math.min(2 * last, 24)) steps.push(random() < 0.58 ? 'next' : 'prev');
    ways.push(steps);
  }
  return ways.map((steps) => ({ query: {}, steps }));
}

/** Back from the end of filtered, sorted and ranged walks, where they have pages enough and not too many. */
async function variantRoutes(t: CheckContext): Promise<Route[]> {
  const { log } = await requireStableLog(t);
  const walks = await Promise.all((await variants(t)).map(async (query) => ({ query, walk: await log.walk(query) })));
  return walks
    .filter(({ walk: { end, pages } }) => end === 'end' && pages.length >= 3 && pages.length <= longWalkPages)
    .map(({ query, walk }) => ({ query, steps: [...forward(walk.pages.length - 1), 'prev', 'prev', 'next', 'prev'] }));
}

/** There and back, plain and under the first status that has two pages; a fault of prev shows at some page of it. */
async function quickly(t: CheckContext) {
  const { plainWalk, window, log } = await requireStableLog(t);
  let exchanges = await along(t, {}, thereBackAndOn(plainWalk.pages.length));
  for (const query of [{ status: 'succeeded' }, { status: 'failed' }] satisfies LogQuery[]) {
    const walk = await log.walk(query);
    if (walk.end !== 'end' || walk.pages.length < 2) continue;
    exchanges += await along(t, query, thereAndBack(2));
    break;
  }
  return passOnSharedReads(exchanges, window);
}

/** Filtered, sorted and ranged queries, those that are cheap enough to walk. */
async function variants(t: CheckContext): Promise<LogQuery[]> {
  const queries: LogQuery[] = [
    { status: 'failed' },
    { sortDirection: 'asc' },
    { status: 'succeeded' },
    { sortDirection: 'desc' },
  ];
  const [sortBy] = await t.logs.sorts();
  if (sortBy !== undefined) queries.push({ sortBy, sortDirection: 'desc' });
  const time = await t.logs.time();
  if (time.understood && time.sense.cuts.length > 0)
    queries.push(rangeQuery(time.sense, time.sense.cuts[0], time.sense.hi), {
      ...rangeQuery(time.sense, time.sense.lo, time.sense.cuts.at(-1)),
      status: 'succeeded',
    });
  return queries;
}
