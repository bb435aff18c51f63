/** Which filters a page seems to have lost: those without which the same search is known to have the total of the page. */
import { defined } from '../../core/defined.ts';
import type { LogQuery } from '../query.ts';

const filters = ['status', 'from', 'to'] as const;
type Filter = (typeof filters)[number];

/**
 * The fewest such filters; undefined if there are none.
 * @param totalOf the total of a search, if it is known
 */
export async function lostParameters(
  { status, from, to }: LogQuery,
  total: number,
  totalOf: (query: LogQuery) => Promise<number | undefined>,
): Promise<readonly Filter[] | undefined> {
  const query: LogQuery = defined({ status, from, to });
  const given = filters.filter((name) => query[name] !== undefined);
  const subsets = Array.from({ length: 2 ** given.length - 1 }, (_, bits) =>
    given.filter((_, place) => ((bits + 1) >> place) & 1),
  );
  for (const lost of subsets.sort((a, b) => a.length - b.length)) {
    const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !lost.includes(name as Filter)));
    if ((await totalOf(rest)) === total) return lost;
  }
  return undefined;
}
