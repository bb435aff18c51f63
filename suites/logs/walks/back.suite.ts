/** Going back: `prev`, from many pages and under many queries, must return the pages that the navigation has seen. */
import { type Baseline, CheckConcluded, type CheckContext, checksOf, generate, logs } from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';
import { fewRoutes, furtherRoutes, type Route, type RoutesOf, routesBeforeFirst } from './back-routes.ts';

const check = checksOf(requirements);

type RoutesOfKinds = readonly [first: RoutesOf, others: readonly RoutesOf[]];

check('logs/prev-returns', async (t) => {
  const baseline = await t.baseline({ finite: true, minPages: 3 });
  const [first, others] = t.effort.pick<RoutesOfKinds>({
    quick: [sharedRoutes, []],
    standard: [plainRoutes, furtherRoutes],
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

async function plainRoutes(t: CheckContext, baseline: Baseline): Promise<Route[]> {
  const routes = plainSteps(t, baseline.plainWalk.pages.length).map((steps) => ({
    query: {},
    steps,
    beyondFirst: steps === startAgain,
  }));
  return [...routes, ...routesBeforeFirst(baseline)];
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
