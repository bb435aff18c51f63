/** Filters under the sort fields that combined searches leave out: a server may build another query for each field. */
import type { CheckContext } from '../check-context.ts';
import { nothing, type SearchFactors, type SearchRow } from './search-space.ts';

/** How many other fields are tried. */
const mostFurther = 4;

/**
 * A range and a status under each further sort field, and in each direction. Some are sent to another log, if there is one.
 * @param other the id of that log
 */
export async function rowsOfFurtherSorts(
  t: CheckContext,
  { sortBy: combined, range, webhook: [judged] }: SearchFactors,
  other?: string,
): Promise<readonly SearchRow[]> {
  if (t.effort.isLean) return [];
  const { effective } = await t.logs.distinctSorts();
  const further = effective.filter((name) => !combined.includes(name)).slice(0, mostFurther);
  return further.flatMap((sortBy, at) => {
    const [one, two] = at % 2 === 0 ? (['failed', 'succeeded'] as const) : (['succeeded', 'failed'] as const);
    const all = { ...nothing, range: range.includes('both') ? ('both' as const) : ('none' as const), sortBy };
    const here = { ...all, webhook: judged! };
    const there = { ...all, webhook: other ?? judged! };
    return [
      { ...here, status: one, page: 'on' },
      { ...here, status: two, sortDirection: 'asc', page: 'on', order: 'reversed' },
      { ...here, sortDirection: 'desc' },
      { ...there, status: one, sortDirection: 'desc' },
      { ...there, status: two },
    ] satisfies SearchRow[];
  });
}
