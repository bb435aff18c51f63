/** Filters under the sort fields that combined searches leave out: a server may build another query for each field. */
import { api, type CheckContext, forEachConcurrently, type LogQuery, logs, unlessUndecided } from '../../src/suite.ts';

/** How many other fields are tried. */
const mostFurther = 4;

/** Directions sent with a further field, by turns: a server may have a separate query for each. */
const turns: readonly LogQuery[] = [{}, { sortDirection: 'asc' }, { sortDirection: 'desc' }];

/** Requires a range and a status to select as many entries under each further sort field as without it. First pages suffice. */
export async function expectSelectedUnderFurtherSorts(t: CheckContext): Promise<void> {
  const [{ effective }, combined] = await Promise.all([t.logs.distinctSorts(), logs.combinedSorts(t)]);
  const further = effective.filter((name) => !combined.includes(name)).slice(0, mostFurther);
  if (further.length === 0) return;
  const range = await insideRange(t);
  const { log } = await t.logs.baseline();
  const count = async (query: LogQuery) => (await t.logs.measure(query)).count;
  const plain = [range, ...api.logStatuses.map((status) => ({ ...range, status }))];
  const pairs = further.flatMap((sortBy, field) =>
    plain.map((query, place) => [query, { ...query, sortBy, ...turns[(field + place) % turns.length] }] as const),
  );
  await forEachConcurrently(pairs, 4, async (pair) => {
    const [without, sorted] = await Promise.all(pair.map(count));
    if (without === undefined || sorted === undefined || without === sorted) return;
    await t.expect(log, pair, logs.permutes);
  });
}

/** A range that both ends of the log lie beyond; none where no moment cuts it. */
async function insideRange(t: CheckContext): Promise<LogQuery> {
  const time = await t.logs.time();
  const ranges = time.understood ? await unlessUndecided(() => logs.requireRanges(t)) : undefined;
  const [first, last] = [ranges?.cuts[0], ranges?.cuts.at(-1)];
  return first === undefined || last === undefined || first === last ? {} : ranges!.between(first, last);
}
