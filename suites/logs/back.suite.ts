/** Going back: `prev`, from many pages and under many queries, must return the pages that the navigation has seen. */
import {
  type Baseline,
  CheckConcluded,
  type CheckContext,
  checksOf,
  generate,
  type LogQuery,
  logs,
  unlessUndecided,
  type WebhookLog,
} from '../../src/suite.ts';
import { edgeRoutes, fewRoutes, otherLogRoutes, type Route, sortedRoutes } from './back-routes.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Routes that are followed only if the shortest plain one holds. */
const otherRoutes = [variantRoutes, sortedRoutes, otherLogRoutes, edgeRoutes];

type RoutesOf = (t: CheckContext, baseline: Baseline) => Promise<Route[]>;
type RoutesOfKinds = readonly [first: RoutesOf, others: readonly RoutesOf[]];

check('logs/prev-returns', async (t) => {
  const baseline = await t.baseline({ finite: true, minPages: 3 });
  const [first, others] = t.effort.pick<RoutesOfKinds>({
    quick: [sharedRoutes, []],
    standard: [plainRoutes, otherRoutes],
  });
  const firstRoutes = await first(t, baseline);
  const isAmongFirst = t.onlyCase !== undefined && t.casesOf(firstRoutes, (one) => nameOf(one, baseline)).length > 0;
  // Choosing further routes takes walks, which the first routes need not wait for.
  const further = isAmongFirst ? [] : others.map((routesOf) => routesOf(t, baseline));
  for (const one of further) one.catch(() => undefined);
  const followed = followRoutes(t, baseline, firstRoutes);
  if (!(await followed[0]!).some(isViolation))
    followed.push(
      ...further.map(async (routes) => (await Promise.all(followRoutes(t, baseline, await routes))).flat()),
    );
  const reasons = (await Promise.all(followed)).flat();
  // An advisory or undecided route must not hide a violation of a stated one.
  if (reasons.length > 0) throw reasons.find(isViolation) ?? reasons[0];
});

const nameOf = ({ query, steps, log }: Route, baseline: Baseline): string =>
  logs.nameOfSteps(log ?? baseline.log, query, steps);

/** Follows routes all at once, since each is long; for each the reason why it does not hold, if there is one. */
function followRoutes(t: CheckContext, { log: judged }: Baseline, routes: readonly Route[]): Promise<unknown[]>[] {
  return routes.map(({ query, steps, log = judged, beyondFirst = false }) =>
    logs.expectSteps(t, log, query, steps, { beyondFirst }).then(
      () => [],
      (reason: unknown) => [reason],
    ),
  );
}

function isViolation(reason: unknown): boolean {
  if (!(reason instanceof CheckConcluded)) return false;
  const { verdict, level } = reason.conclusion;
  return verdict === 'fail' && level !== 'advisory';
}

/** There and back and on, as other checks follow it, and a few routes with as much as possible in each. */
async function sharedRoutes(t: CheckContext, baseline: Baseline): Promise<Route[]> {
  const plain = { query: {}, steps: logs.thereBackAndOn(baseline.plainWalk.pages.length) };
  return [plain, ...(await fewRoutes(t, baseline))];
}

async function plainRoutes(t: CheckContext, { plainWalk }: Baseline): Promise<Route[]> {
  return plainSteps(t, plainWalk.pages.length).map((steps) => ({
    query: {},
    steps,
    beyondFirst: steps === startAgain,
  }));
}

/** Around the first pages, and back to the first one. */
const startAgain: readonly logs.Step[] = ['next', 'prev'];

function plainSteps({ effort, seed }: CheckContext, last: number): (readonly logs.Step[])[] {
  const forward = (count: number) => logs.steps('next', count);
  // Straight to a page, back, and on again: pages two, three, the middle, the last.
  const places = [...new Set([3, 2, last, Math.ceil(last / 2), last - 1])].filter(
    (place) => place >= 2 && place <= Math.min(last, 120),
  );
  const most = effort.sampleCount(last > logs.longWalkPages ? 2 : 3);
  const straight = places
    .slice(0, Math.max(most, 3))
    .map((place): logs.Step[] => [...forward(place - 1), 'prev', 'next']);
  const routes: (readonly logs.Step[])[] = [startAgain];
  // All the way and all the way back passes all pages.
  if (last <= 120) routes.push(effort.isExhaustive ? logs.slowRoundTrip(last) : logs.roundTrip(last));
  if (last > 120 || effort.isExhaustive) routes.push(...straight);
  const random = generate.seededRandom(seed);
  for (let run = 0; run < effort.pick({ quick: 0, standard: last > 120 ? 1 : 0, deep: 10 }); run += 1) {
    const steps = forward(2);
    while (steps.length < Math.min(2 * last, 24)) steps.push(random() < 0.58 ? 'next' : 'prev');
    routes.push(steps);
  }
  return routes;
}

/** Back from the end of filtered, sorted and ranged walks, where they have enough pages and not too many. */
async function variantRoutes(t: CheckContext, { log }: Baseline): Promise<Route[]> {
  const walks = await Promise.all(
    (await variants(t, log)).map(async (query) => ({ query, walk: await log.walk(query) })),
  );
  return walks
    .filter(
      ({ walk }) =>
        logs.isComplete(walk) && walk.pages.length >= 3 && !logs.isLongWalk(walk) && walk.isStandIn !== true,
    )
    .map(({ query, walk }) => ({
      query,
      steps: logs.backFromEnd(walk.pages.length),
    }));
}

/** The direction of the two that was walked to its end with cursors of its own; ascending where both were. */
async function turnedDirection(log: WebhookLog): Promise<logs.Direction> {
  const { isStandIn } = await log.walk({ sortDirection: 'asc' });
  return isStandIn === true ? 'desc' : 'asc';
}

async function variants(t: CheckContext, log: WebhookLog): Promise<LogQuery[]> {
  const sortDirection = await turnedDirection(log);
  const queries: LogQuery[] = [{ status: 'failed' }, { sortDirection }, { status: 'succeeded' }];
  const time = await t.logs.time();
  if (!time.understood || time.sense.cuts.length === 0) return queries;
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  return ranges === undefined
    ? queries
    : [...queries, ranges.shared.from, { ...ranges.shared.to, status: 'succeeded' }];
}
