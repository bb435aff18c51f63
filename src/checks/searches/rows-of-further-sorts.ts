/** Filters under the sort fields that combined searches leave out: a server may build another query for each field. */
import type { CheckContext } from '../check-context.ts';
import { nothing, type SearchFactors, type SearchRow } from './search-space.ts';

/** Most further fields that are tried, and most that order the log exactly as another field does. */
const mostFurther = 4;

/**
 * A range and a status under each further sort field, and in each direction. Some are sent to another log, if there is one. Under
 * fields that order the log as another one does, such as an id that rises with time, there are fewer.
 * @param other the id of that log
 */
export async function rowsOfFurtherSorts(
  t: CheckContext,
  { sortBy: combined, range, webhook: [judged] }: SearchFactors,
  other?: string,
): Promise<readonly SearchRow[]> {
  if (t.effort.isLean) return [];
  const { effective } = await t.logs.distinctSorts();
  const known = await namesOfFields(t);
  const further = (names: readonly string[]) => names.filter((name) => !combined.includes(name)).slice(0, mostFurther);
  const here = { ...nothing, range: range.includes('both') ? 'both' : 'none', webhook: judged! } as const;
  const there = { ...here, webhook: other ?? judged! };
  const rows = further(effective).flatMap((sortBy, at): SearchRow[] => {
    const [one, two] = statusesByTurns(at);
    return [
      { ...here, sortBy, status: one, page: 'on' },
      { ...here, sortBy, status: two, sortDirection: 'asc', page: 'on', order: 'reversed' },
      { ...here, sortBy, sortDirection: 'desc' },
      { ...there, sortBy, status: one, sortDirection: 'desc' },
      { ...there, sortBy, status: two },
    ];
  });
  const alike = further(known.filter((name) => !effective.includes(name))).flatMap((sortBy, at): SearchRow[] => [
    { ...here, sortBy, sortDirection: 'asc', page: 'on' },
    { ...here, range: 'none', sortBy, status: statusesByTurns(at)[0], page: 'on' },
  ]);
  return [...rows, ...alike];
}

const statusesByTurns = (at: number) =>
  at % 2 === 0 ? (['failed', 'succeeded'] as const) : (['succeeded', 'failed'] as const);

/** The accepted names that the target knows; none if it accepts any name. */
async function namesOfFields(t: CheckContext): Promise<readonly string[]> {
  return (await t.logs.rejectsUnknownSort()) ? t.logs.sorts() : [];
}
