/** Pages of a creation: their shape and counts, judged over the whole run and requested at limits around the results. */
import {
  type CheckContext,
  type Conclusion,
  checksOf,
  controls,
  type Exchange,
  type ObservedGapId,
  pass,
  responses,
  traffic,
} from '../../src/suite.ts';
import { creationsAtOnce } from '../lib/creations-at-once.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('create/page-shape', (t) => traffic.requireClean(t, 'page'), {
  phase: 'closing',
  prepare: { phase: 'main', work: requestAroundResults, onlySends: true },
});
check('create/null-cursor', (t) => traffic.requireClean(t), { phase: 'closing' });
check('create/counts-agree', (t) => traffic.requireClean(t), { phase: 'closing' });

/** Requests pages that are just not full, just full, and cut; and what the specification leaves open. */
async function requestAroundResults(t: CheckContext): Promise<Conclusion> {
  const { canonical } = t.creations;
  const first = await controls.sendCreation(t, t.creations.next());
  const { totalItems, data } = responses.parsePage(first.response) ?? { totalItems: 2, data: ['', ''] };
  // A page that is just full comes first: whether there is another one is easily got wrong.
  const limits = [totalItems, data.length].flatMap((n) => [n, n - 1, n + 1]).concat(1, 2);
  for (const limit of t.effort.take([...new Set(limits.filter((one) => one >= 1))], { quick: 1 }))
    await sendWith(t, { limit });
  const single = { profileIds: canonical.profileIds.slice(0, 1), calendarIds: canonical.calendarIds.slice(0, 1) };
  for (const limit of t.effort.sampleOf([...new Set([canonical.limit, 1])], 1)) await sendWith(t, { limit, ...single });
  if (t.effort.isLean) await sendWith(t, emptyLists);
  else await observeGaps(t);
  return pass();
}

/** A target may reject them; if it does not, its page has no items. */
const emptyLists = { profileIds: [], calendarIds: [] } as const;

const sendWith = (t: CheckContext, change: object): Promise<Exchange> =>
  controls.sendCreation(t, { ...t.creations.next(), ...change });

async function observeGaps(t: CheckContext): Promise<void> {
  const { observations } = t;
  const { limit, profileIds, calendarIds } = t.creations.canonical;
  const cases: readonly (readonly [ObservedGapId, object])[] = [
    ['create.unknownIds', { profileIds: ['nobody-has-this-id'] }],
    ['create.emptyLists', emptyLists],
    ['create.repeatedIds', { profileIds: [...profileIds, ...profileIds], calendarIds }],
  ];
  for (const [gap, lists] of cases) {
    const exchange = await sendWith(t, { limit, ...lists });
    const isAccepted = responses.isAcceptedOrDuplicate(exchange);
    observations.record(gap, isAccepted ? 'accepted' : (exchange.response?.status ?? 'none'), exchange);
  }
  const accepted: number[] = [];
  let last: Exchange | undefined;
  for (const bound of [-1, 0, 1, 100, 1000, 2 ** 31]) {
    last = await sendWith(t, { limit: bound });
    if (responses.isAcceptedOrDuplicate(last)) accepted.push(bound);
  }
  observations.record('limit.bounds', { accepted }, last);
  const { alone } = await creationsAtOnce(t);
  const { exchange: repeated } = alone.find(({ body }) => t.creations.isCanonical(body))!;
  observations.record('create.repeated', repeated.response?.status ?? 'none', repeated);
}
