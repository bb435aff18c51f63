/** Going back: `prev`, from many pages and under many queries, predicted by what the same trail saw. */
import {
  between,
  checksOf,
  drawPages,
  fail,
  inconclusive,
  keyOf,
  type LogQuery,
  type Step,
  seeded,
  type Trial,
} from '../../src/kit.ts';
import { ending, needPages, rests, settled, thereAndBack, thereBackAndOn, trailed } from './reading.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

const forward = (count: number): Step[] => Array.from({ length: Math.max(count, 0) }, () => 'next' as const);

/** Follows steps and gives the exchanges; throws what they show, once controlled. */
async function along(trial: Trial, query: LogQuery, steps: readonly Step[]): Promise<number> {
  const { log } = await settled(trial);
  const judged = await trailed(trial, log, query, steps);
  if (judged.kind === 'live')
    throw inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
  const { problem, pages } = judged.trail;
  if (judged.kind === 'broken' && problem !== undefined)
    throw fail(`with ${keyOf(query)}: ${problem.message}`, problem.proof, {
      illustrations: [drawPages(`the trail with ${keyOf(query)}`, pages, pages.length, problem.message)],
    });
  return pages.length;
}

check('logs/prev-returns', async (trial) => {
  const { base, pinned } = await ending(trial);
  needPages(base, 3);
  if (trial.quick) return quickly(trial);
  // All at once, since each is long; the first of them that goes wrong is the finding, whichever ended first.
  const routes = [...plainRoutes(trial, base.pages.length), ...(await variantRoutes(trial))];
  const ended = await Promise.allSettled(routes.map(({ query, steps }) => along(trial, query, steps)));
  let exchanges = 0;
  for (const one of ended) {
    if (one.status === 'rejected') throw one.reason;
    exchanges += one.value;
  }
  return rests(exchanges, pinned);
});

interface Route {
  readonly query: LogQuery;
  readonly steps: readonly Step[];
}

function plainRoutes(trial: Trial, last: number): Route[] {
  // Straight to a page, back, and on again: pages two, three, the middle, the last.
  const places = [...new Set([3, 2, last, Math.ceil(last / 2), last - 1])].filter(
    (place) => place >= 2 && place <= Math.min(last, 120),
  );
  const most = trial.runs(last > 60 ? 2 : 5);
  const ways: Step[][] = places
    .slice(0, Math.max(most, 3))
    .map((place) => [...forward(place - 1), 'prev' as const, 'next' as const]);
  // All the way and all the way back: every page has its prev.
  if (last <= 120) ways.push([...forward(last), ...Array.from({ length: last }, () => 'prev' as const)]);
  // To and fro at every page.
  if (last <= 40) ways.push(Array.from({ length: last - 1 }, (): Step[] => ['next', 'prev', 'next']).flat());
  // Random steps, drawn from the seed.
  const random = seeded(trial.seed);
  for (let run = 0; run < trial.runs(2); run += 1) {
    const steps: Step[] = forward(2);
    while (steps.length < Math.min(2 * last, 24)) steps.push(random() < 0.58 ? 'next' : 'prev');
    ways.push(steps);
  }
  return ways.map((steps) => ({ query: {}, steps }));
}

/** Back from the end of filtered, sorted and ranged walks, where they have pages enough and not too many. */
async function variantRoutes(trial: Trial): Promise<Route[]> {
  const { log } = await settled(trial);
  const walks = await Promise.all(
    (await variants(trial)).map(async (query) => ({ query, walk: await log.walk(query) })),
  );
  return walks
    .filter(({ walk: { end, pages } }) => end === 'end' && pages.length >= 3 && pages.length <= 60)
    .map(({ query, walk }) => ({ query, steps: [...forward(walk.pages.length - 1), 'prev', 'prev', 'next', 'prev'] }));
}

/** There and back, plain and under the first status that has two pages; a fault of prev shows at some page of it. */
async function quickly(trial: Trial) {
  const { base, pinned, log } = await settled(trial);
  let exchanges = await along(trial, {}, thereBackAndOn(base.pages.length));
  for (const query of [{ status: 'succeeded' }, { status: 'failed' }] satisfies LogQuery[]) {
    const walk = await log.walk(query);
    if (walk.end !== 'end' || walk.pages.length < 2) continue;
    exchanges += await along(trial, query, thereAndBack(2));
    break;
  }
  return rests(exchanges, pinned);
}

/** Filtered, sorted and ranged queries, those that are cheap enough to walk. */
async function variants(trial: Trial): Promise<LogQuery[]> {
  const queries: LogQuery[] = [
    { status: 'failed' },
    { sortDirection: 'asc' },
    { status: 'succeeded' },
    { sortDirection: 'desc' },
  ];
  const [sortBy] = await trial.logs.sorts();
  if (sortBy !== undefined) queries.push({ sortBy, sortDirection: 'desc' });
  const time = await trial.logs.time();
  if (time.understood && time.sense.cuts.length > 0)
    queries.push(between(time.sense, time.sense.cuts[0], time.sense.hi), {
      ...between(time.sense, time.sense.lo, time.sense.cuts.at(-1)),
      status: 'succeeded',
    });
  return queries;
}
