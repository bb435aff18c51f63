/** Filters hold together: status beside every other parameter. */
import { checksOf, fc, inconclusive, type LogQuery, logs, pass } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('logs/combined-filters', async (t) => {
  const { log, plainWalk } = await t.baseline({ finite: true });
  const time = await t.logs.time();
  const sorts = await t.logs.sorts();
  const pages = plainWalk.pages.length;
  const ranges: LogQuery[] = [{}];
  if (time.understood)
    for (const [index, cut] of time.sense.cuts.entries()) {
      const next = time.sense.cuts[index + 1];
      ranges.push(logs.rangeQuery(time.sense, cut, undefined), logs.rangeQuery(time.sense, undefined, cut));
      if (next !== undefined) ranges.push(logs.rangeQuery(time.sense, cut, next));
    }
  const both = await Promise.all([log.walk({ status: 'succeeded' }), log.walk({ status: 'failed' })]);
  if (both.some((walk) => walk.items.length === 0))
    inconclusive('the richest log has one status only', 'a webhook with succeeded and failed logs');
  const most = t.effort.pick({ standard: Math.max(260, 4 * pages), deep: Number.POSITIVE_INFINITY });
  let spent = 0;
  const samples = await t.property({
    arbitrary: fc
      .record({
        range: fc.constantFrom(...ranges),
        sortDirection: fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
        sortBy: fc.constantFrom(undefined, ...sorts.slice(0, 3)),
      })
      .map(({ range, sortDirection, sortBy }) => combine(range, sortDirection, sortBy)),
    runs: pages > 30 ? 6 : 10,
    examples: t.effort.pick({ quick: examples(ranges, sorts).slice(-1), standard: examples(ranges, sorts) }),
    atQuick: 1,
    kind: (query) => logs.describeQuery(anonymous(query)),
    judge: async (query) => {
      if (spent > most) return undefined;
      const result = await log.checkRelation(
        [query, { ...query, status: 'succeeded' }, { ...query, status: 'failed' }],
        logs.statusesPartition,
      );
      spent += result.exchanges;
      return result.kind === 'broken' ? result.found : undefined;
    },
  });
  return pass({ samples });
});

function combine(range: LogQuery, sortDirection: logs.Direction | undefined, sortBy: string | undefined): LogQuery {
  return {
    ...range,
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(sortDirection === undefined ? {} : { sortDirection }),
  };
}

/** The query without its values, for the distribution of the samples. */
function anonymous({ from, to, sortBy, sortDirection }: LogQuery): LogQuery {
  const bounds = { ...(from === undefined ? {} : { from: '…' }), ...(to === undefined ? {} : { to: '…' }) };
  return combine(bounds, sortDirection, sortBy === undefined ? undefined : '…');
}

/** Status beside every other parameter and every sort alone; then beside two at once. */
function examples(ranges: readonly LogQuery[], sorts: readonly string[]): LogQuery[] {
  const from = ranges.find((range) => range.from !== undefined && range.to === undefined);
  const to = ranges.findLast((range) => range.to !== undefined && range.from === undefined);
  const both = ranges.find((range) => range.to !== undefined && range.from !== undefined);
  return [
    { sortDirection: 'asc' },
    { sortDirection: 'desc' },
    ...sorts.slice(0, 3).map((sortBy): LogQuery => ({ sortDirection: 'asc', sortBy })),
    ...(from === undefined ? [] : [from]),
    ...(to === undefined ? [] : [to]),
    ...(from === undefined ? [] : [combine(from, 'asc', undefined)]),
    ...(to === undefined ? [] : [combine(to, 'desc', sorts[0])]),
    ...(both === undefined ? [] : [combine(both, 'asc', sorts[0])]),
  ];
}
