/** Filters hold together: status beside every other parameter. */
import { checksOf, describeQuery, fc, inconclusive, type LogQuery, pass, rangeQuery } from '../../src/suite.ts';
import { requireFiniteLog } from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';
import { statusesPartition } from './statuses.ts';

const check = checksOf(requirements);

check('logs/combined-filters', async (t) => {
  const baseline = await requireFiniteLog(t);
  const { log } = baseline;
  const time = await t.logs.time();
  const sorts = await t.logs.sorts();
  const pages = baseline.plainWalk.pages.length;
  const cuts = time.understood ? time.sense.cuts : [];
  const ranges: LogQuery[] = [{}];
  if (time.understood && cuts.length > 0) {
    const { sense } = time;
    for (const [index, cut] of cuts.entries()) {
      ranges.push(rangeQuery(sense, cut, undefined), rangeQuery(sense, undefined, cut));
      const next = cuts[index + 1];
      if (next !== undefined) ranges.push(rangeQuery(sense, cut, next));
    }
  }
  const plain: LogQuery = { status: 'succeeded' };
  const both = await Promise.all([log.walk(plain), log.walk({ status: 'failed' })]);
  if (both.some((walk) => walk.items.length === 0))
    inconclusive('the richest log has one status only', 'a webhook with succeeded and failed logs');
  const arbitrary = fc.record({
    range: fc.constantFrom(...ranges),
    sortDirection: fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
    sortBy: fc.constantFrom(undefined, ...sorts.slice(0, 3)),
  });
  let spent = 0;
  const most = Math.max(260, 4 * pages);
  const samples = await t.property({
    arbitrary,
    runs: pages > 30 ? 6 : 10,
    examples: t.effort.isLean ? examples(ranges, sorts).reverse().slice(0, 1) : examples(ranges, sorts),
    atQuick: 1,
    kind: ({ range, sortBy, sortDirection }) =>
      describeQuery({
        ...(range.from === undefined ? {} : { from: '…' }),
        ...(range.to === undefined ? {} : { to: '…' }),
        ...(sortBy === undefined ? {} : { sortBy: '…' }),
        ...(sortDirection === undefined ? {} : { sortDirection }),
      }),
    judge: async ({ range, sortBy, sortDirection }) => {
      if (spent > most && t.settings.run.depth !== 'deep') return undefined;
      const query: LogQuery = {
        ...range,
        ...(sortBy === undefined ? {} : { sortBy }),
        ...(sortDirection === undefined ? {} : { sortDirection }),
      };
      const judged = await log.checkRelation(
        [query, { ...query, status: 'succeeded' }, { ...query, status: 'failed' }],
        statusesPartition,
      );
      spent += judged.exchanges;
      if (judged.kind === 'broken') return { message: judged.found.message, proof: judged.found.proof };
      return undefined;
    },
    show: ({ range, sortBy, sortDirection }) => ({ ...range, sortBy, sortDirection }),
  });
  return pass({ samples, restsOn: spent, ...(baseline.window === undefined ? {} : { message: baseline.window }) });
});

interface Example {
  readonly range: LogQuery;
  readonly sortDirection: 'asc' | 'desc' | undefined;
  readonly sortBy: string | undefined;
}

/** Status beside every other parameter and every sort alone; then beside two at once. */
function examples(ranges: readonly LogQuery[], sorts: readonly string[]): Example[] {
  const [sortBy] = sorts;
  const plain = { range: {}, sortDirection: undefined, sortBy: undefined };
  const from = ranges.find((range) => range.from !== undefined && range.to === undefined);
  const to = ranges.findLast((range) => range.to !== undefined && range.from === undefined);
  const both = ranges.find((range) => range.to !== undefined && range.from !== undefined);
  return [
    { ...plain, sortDirection: 'asc' },
    { ...plain, sortDirection: 'desc' },
    ...sorts.slice(0, 3).map((name): Example => ({ ...plain, sortDirection: 'asc', sortBy: name })),
    ...(from === undefined ? [] : [{ ...plain, range: from }]),
    ...(to === undefined ? [] : [{ ...plain, range: to }]),
    ...(from === undefined ? [] : [{ ...plain, range: from, sortDirection: 'asc' as const }]),
    ...(to === undefined ? [] : [{ range: to, sortDirection: 'desc' as const, sortBy }]),
    ...(both === undefined ? [] : [{ range: both, sortDirection: 'asc' as const, sortBy }]),
  ];
}
