/** Pages of a creation: their shape and counts, watched over the whole run and asked for at limits around the results. */
import {
  type CheckContext,
  type Conclusion,
  checksOf,
  type Exchange,
  type ObservedGapId,
  parsePage,
  pass,
  traffic,
} from '../../src/suite.ts';
import { recognised, sendCreation } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('create/page-shape', (t) => traffic.requireClean(t, 'page'), {
  phase: 'closing',
  prepare: { phase: 'main', work: aroundResults },
});
check('create/null-cursor', (t) => traffic.requireClean(t), { phase: 'closing' });
check('create/counts-agree', (t) => traffic.requireClean(t), { phase: 'closing' });

/** Asks for pages that are just not full, just full, and cut; and for what the specification leaves open. */
async function aroundResults(t: CheckContext): Promise<Conclusion> {
  const { creations } = t;
  const send = (limit: number, lists: object = {}): Promise<Exchange> =>
    sendCreation(t, { ...creations.next(), limit, ...lists });
  const first = t.effort.isLean ? await sendCreation(t, creations.canonical) : await t.sendCanonical('create');
  const page = parsePage(first.response);
  const results = new Set([page?.totalItems ?? 2, page?.data.length ?? 2]);
  const limits = new Set([1, 2, ...[...results].flatMap((n) => [n - 1, n, n + 1])]);
  for (const limit of t.effort.sampleOf(
    [...limits].filter((one) => one >= 1),
    2,
    0,
  ))
    await send(limit);
  const { profileIds, calendarIds } = creations.canonical;
  const one = { profileIds: profileIds.slice(0, 1), calendarIds: calendarIds.slice(0, 1) };
  for (const limit of t.effort.sampleOf([...new Set([creations.canonical.limit, 1, 2])], 1)) await send(limit, one);
  if (!t.effort.isLean) await gaps(t, send);
  return pass();
}

async function gaps(t: CheckContext, send: (limit: number, lists?: object) => Promise<Exchange>): Promise<void> {
  const { observations, creations } = t;
  const { limit, profileIds, calendarIds } = creations.canonical;
  const outcome = (exchange: Exchange) => (recognised(exchange) ? 'accepted' : (exchange.response?.status ?? 'none'));
  const see = (name: ObservedGapId, exchange: Exchange) => observations.record(name, outcome(exchange), exchange);
  see('create.unknownIds', await send(limit, { profileIds: ['nobody-has-this-id'] }));
  see('create.emptyLists', await send(limit, { profileIds: [], calendarIds: [] }));
  see('create.repeatedIds', await send(limit, { profileIds: [...profileIds, ...profileIds], calendarIds }));
  const accepted: number[] = [];
  let last: Exchange | undefined;
  for (const bound of [-1, 0, 1, 100, 1000, 2 ** 31]) {
    last = await send(bound);
    if (recognised(last)) accepted.push(bound);
  }
  observations.record('limit.bounds', { accepted }, last);
  const again = [
    await t.send({ operation: 'create', body: creations.canonical }),
    await t.send({ operation: 'create', body: creations.canonical }),
  ];
  observations.record('create.repeated', again[1]!.response?.status ?? 'none', again[1]!);
}
