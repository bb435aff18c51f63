/** Pages of a creation: their shape and counts, watched over the whole run and asked for at limits around the results. */
import { checksOf, type Decision, type Exchange, pageOf, pass, type Trial } from '../../src/kit.ts';
import { watched } from '../operations/watched.ts';
import { creation, recognised } from '../sending.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

check('create/page-shape', (trial) => watched(trial, 'page'), {
  phase: 'closing',
  prepare: { phase: 'main', work: aroundResults },
});
check('create/null-cursor', (trial) => watched(trial, 'page'), { phase: 'closing' });
check('create/counts-agree', (trial) => watched(trial, 'page'), { phase: 'closing' });

/** Asks for pages that are just not full, just full, and cut; and for what the specification leaves open. */
async function aroundResults(trial: Trial): Promise<Decision> {
  const { creations } = trial;
  const send = (limit: number, lists: object = {}): Promise<Exchange> =>
    creation(trial, { ...creations.next(), limit, ...lists });
  const first = trial.quick ? await creation(trial, creations.canonical) : await trial.canonical('create');
  const page = pageOf(first.response);
  const results = new Set([page?.totalItems ?? 2, page?.data.length ?? 2]);
  const limits = new Set([1, 2, ...[...results].flatMap((n) => [n - 1, n, n + 1])]);
  for (const limit of trial.some(
    [...limits].filter((one) => one >= 1),
    2,
    0,
  ))
    await send(limit);
  const { profileIds, calendarIds } = creations.canonical;
  const one = { profileIds: profileIds.slice(0, 1), calendarIds: calendarIds.slice(0, 1) };
  for (const limit of trial.some([...new Set([creations.canonical.limit, 1, 2])], 1)) await send(limit, one);
  if (!trial.quick) await gaps(trial, send);
  return pass();
}

async function gaps(trial: Trial, send: (limit: number, lists?: object) => Promise<Exchange>): Promise<void> {
  const { observations, creations } = trial;
  const { limit, profileIds, calendarIds } = creations.canonical;
  const outcome = (exchange: Exchange) => (recognised(exchange) ? 'accepted' : (exchange.response?.status ?? 'none'));
  const see = (name: string, exchange: Exchange) => observations.see(name, outcome(exchange), exchange);
  see('create.unknownIds', await send(limit, { profileIds: ['nobody-has-this-id'] }));
  see('create.emptyLists', await send(limit, { profileIds: [], calendarIds: [] }));
  see('create.repeatedIds', await send(limit, { profileIds: [...profileIds, ...profileIds], calendarIds }));
  const accepted: number[] = [];
  let last: Exchange | undefined;
  for (const bound of [-1, 0, 1, 100, 1000, 2 ** 31]) {
    last = await send(bound);
    if (recognised(last)) accepted.push(bound);
  }
  observations.see('limit.bounds', { accepted }, last);
  const again = [
    await trial.send({ operation: 'create', body: creations.canonical }),
    await trial.send({ operation: 'create', body: creations.canonical }),
  ];
  observations.see('create.repeated', again[1]!.response?.status ?? 'none', again[1]!);
}
