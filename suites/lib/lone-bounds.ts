/**
 * `from` and `to` without each other. Where few requests may be sent, each stands beside other parameters: what is accepted so is
 * accepted, and it must return nothing but what the same bound with a far one beside it, and each of the others, returns.
 */
import { type CheckContext, defined, type LogQuery, logs, responses } from '../../src/suite.ts';
import { mayBeTurned } from './turned-bounds.ts';

type Sense = logs.Ranges['sense'];

/** A search with a lone bound, and searches with fewer restrictions. */
export interface LoneBound {
  readonly query: LogQuery;
  readonly wholes: readonly LogQuery[];
}

/** One for each bound: in an order that it need not change, and with a status under a sort. */
export async function loneBounds(t: CheckContext, sense: Sense): Promise<Record<'from' | 'to', LoneBound>> {
  const { cuts, lo, hi } = sense;
  const [sortBy] = await t.logs.sorts();
  const [first, last] = [cuts[0], cuts.at(-1)];
  return {
    from: {
      query: { ...logs.rangeQuery(sense, first, undefined), sortDirection: 'desc' },
      wholes: [logs.rangeQuery(sense, first, hi)],
    },
    to: {
      query: { ...logs.rangeQuery(sense, undefined, last), status: 'failed', ...defined({ sortBy }) },
      wholes: [logs.rangeQuery(sense, lo, last), { status: 'failed' }],
    },
  };
}

/** Requires that each returns a part of what has fewer restrictions; walked only if its first page contradicts that. */
export async function expectLoneBoundsWithin(t: CheckContext, { log, sense }: logs.Ranges): Promise<void> {
  for (const { query, wholes } of Object.values(await loneBounds(t, sense))) {
    const { count, exchange } = await t.logs.measure(query);
    const items = responses.parsePage(exchange.response)?.data ?? [];
    for (const whole of wholes) {
      const walk = await log.walk(whole);
      if (count === undefined || !logs.isComplete(walk)) continue;
      if (count <= walk.items.length && items.every((item) => walk.bag.has(item))) continue;
      if (await mayBeTurned(t, sense, query)) continue;
      await t.expect(log, [query], logs.onWalk(logs.findIncomplete));
      await t.expect(log, [query, whole], isPart);
    }
  }
}

const isPart: logs.Oracle = logs.onCompleteWalks((part, whole) => logs.findNotContained([part], [whole]));
