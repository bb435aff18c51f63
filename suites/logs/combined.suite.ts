/** Filters hold together: status beside every other parameter. */
import { between, checksOf, fc, inconclusive, keyOf, type LogQuery, pass } from '../../src/kit.ts';
import { ending } from './reading.ts';
import { rows } from './requirements.ts';
import { statusesPartition } from './statuses.ts';

const check = checksOf(rows);

check('logs/combined-filters', async (trial) => {
  const survey = await ending(trial);
  const { log } = survey;
  const time = await trial.logs.time();
  const sorts = await trial.logs.sorts();
  const pages = survey.base.pages.length;
  const cuts = time.understood ? time.sense.cuts : [];
  const ranges: LogQuery[] = [{}];
  if (time.understood && cuts.length > 0) {
    const { sense } = time;
    for (const [index, cut] of cuts.entries()) {
      ranges.push(between(sense, cut, undefined), between(sense, undefined, cut));
      const next = cuts[index + 1];
      if (next !== undefined) ranges.push(between(sense, cut, next));
    }
  }
  const plain: LogQuery = { status: 'succeeded' };
  const both = await Promise.all([log.walk(plain), log.walk({ status: 'failed' })]);
  if (both.some((walk) => walk.items.length === 0))
    throw inconclusive('vacuous: the richest log has one status only', 'a webhook with succeeded and failed logs');
  const arbitrary = fc.record({
    range: fc.constantFrom(...ranges),
    sortDirection: fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
    sortBy: fc.constantFrom(undefined, ...sorts.slice(0, 3)),
  });
  let spent = 0;
  const most = Math.max(260, 4 * pages);
  const samples = await trial.property({
    arbitrary,
    runs: pages > 30 ? 6 : 10,
    examples: trial.quick ? examples(ranges, sorts).reverse().slice(0, 1) : examples(ranges, sorts),
    atQuick: 1,
    kind: ({ range, sortBy, sortDirection }) =>
      keyOf({
        ...(range.from === undefined ? {} : { from: '…' }),
        ...(range.to === undefined ? {} : { to: '…' }),
        ...(sortBy === undefined ? {} : { sortBy: '…' }),
        ...(sortDirection === undefined ? {} : { sortDirection }),
      }),
    judge: async ({ range, sortBy, sortDirection }) => {
      if (spent > most && trial.settings.run.depth !== 'deep') return undefined;
      const query: LogQuery = {
        ...range,
        ...(sortBy === undefined ? {} : { sortBy }),
        ...(sortDirection === undefined ? {} : { sortDirection }),
      };
      const judged = await log.judge(
        [query, { ...query, status: 'succeeded' }, { ...query, status: 'failed' }],
        statusesPartition,
      );
      spent += judged.exchanges;
      if (judged.kind === 'broken') return { message: judged.found.message, proof: judged.found.proof };
      return undefined;
    },
    show: ({ range, sortBy, sortDirection }) => ({ ...range, sortBy, sortDirection }),
  });
  return pass({ samples, restsOn: spent, ...(survey.pinned === undefined ? {} : { message: survey.pinned }) });
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
