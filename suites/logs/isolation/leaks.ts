/** Items that a search must not return because they belong to another log. */
import { type bags, type CheckContext, type Exchange, logs } from '../../../src/suite.ts';
import { itemsOf } from './answered-items.ts';

/** Items that identify a log: long enough not to be chance, once in it, and in none of the other bags. */
export function identifying(bag: bags.Bag, others: readonly bags.Bag[]): Set<string> {
  const items = [...bag].filter(
    ([item, count]) => count === 1 && logs.isIdentifying(item) && !others.some((other) => other.has(item)),
  );
  return new Set(items.map(([item]) => item));
}

interface Leak {
  readonly answer: Exchange;
  /** An item that the search must not return, and returned twice. */
  readonly stray: string | undefined;
}

/** Searches for items that must not be returned; again if there is one. */
export async function findLeak(search: () => Promise<Exchange>, own: ReadonlySet<string>): Promise<Leak> {
  const answer = await search();
  const stray = itemsOf(answer).find((item) => own.has(item));
  return stray === undefined || itemsOf(await search()).includes(stray)
    ? { answer, stray }
    : { answer, stray: undefined };
}

/** Whether a search returns an item that it must not return. */
export const returns = (stray: string, search: (t: CheckContext) => Promise<Exchange>) => async (t: CheckContext) =>
  itemsOf(await search(t)).includes(stray);
