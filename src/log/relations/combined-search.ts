/**
 * Predicts a search with several parameters from searches with fewer of them: it must return the items of its range that have its
 * status, in whatever order and on whatever page. Items of unknown status, which no search by status has or both have, may be
 * returned or not.
 */
import { defined } from '../../core/defined.ts';
import type { LogStatus } from '../../core/operation.ts';
import type { Comparison, WalkRule } from '../../core/verdict.ts';
import { type Bag, bagOf, minus, sizeOf, within } from '../../oracles/bag.ts';
import { isIdentifying } from '../../oracles/identifying.ts';
import { truncate } from '../../oracles/relations.ts';
import type { Page } from '../../schema/page.ts';
import { encodeQuery } from '../query.ts';
import { describeWalk, isComplete, isConsistent, isPastItems, type Walk } from '../walk.ts';
import type { Oracle } from './relation-check.ts';
import { proofOfPage, proofOfWalk } from './walk-proof.ts';

/** The items that a search returns in any case, and those that it may return. */
export interface Prediction {
  readonly least: Bag;
  readonly most: Bag;
}

/**
 * Predicts a search; undefined if a part was not read to its end, or is not consistent by itself.
 * @param parts the range of the search alone; if it names a status, also the whole log by succeeded and by failed
 * @param isWholeByStatus whether the searches by status alone have entries of any age; otherwise they only show the status of the
 *   recent entries of an item that is not unique
 */
export function predictSearch(
  parts: readonly Walk[],
  status: LogStatus | undefined,
  isWholeByStatus = true,
): Prediction | undefined {
  const [ranged, succeeded, failed] = parts;
  if (ranged === undefined || !parts.every(isConsistent)) return undefined;
  if (status === undefined || succeeded === undefined || failed === undefined)
    return { least: ranged.bag, most: ranged.bag };
  const [own, other] = status === 'failed' ? [failed.bag, succeeded.bag] : [succeeded.bag, failed.bag];
  const entries = [...ranged.bag];
  const isTold = ([item, count]: [string, number]) => isWholeByStatus || (count === 1 && isSingle(item, own, other));
  return {
    least: new Map(entries.filter((entry) => own.has(entry[0]) && !other.has(entry[0]) && isTold(entry))),
    most: new Map(entries.filter((entry) => own.has(entry[0]) || !other.has(entry[0]) || !isTold(entry))),
  };
}

/** Whether each item of a range identifies one entry: then it does not matter whether searches by status have entries of any age. */
export function identifiesEach([ranged, ...byStatus]: readonly Walk[]): boolean {
  const [one, other] = byStatus.map(({ bag }) => bag);
  if (ranged === undefined || one === undefined || other === undefined) return false;
  return [...ranged.bag].every(([item, count]) => count === 1 && isSingle(item, one, other));
}

/** Whether an item identifies one entry, as far as the searches by status show. */
const isSingle = (item: string, own: Bag, other: Bag): boolean =>
  isIdentifying(item) && (own.get(item) ?? 0) + (other.get(item) ?? 0) === 1;

/** A problem, and the page that shows it. */
export interface Contradiction {
  readonly message: string;
  readonly page: Page;
}

/**
 * The problem that consecutive pages from the first on show, or undefined. Items are missing only if no page follows.
 * @param pages not empty
 */
export function findContradiction(pages: readonly Page[], { least, most }: Prediction): Contradiction | undefined {
  const [few, many] = [sizeOf(least), sizeOf(most)];
  const wrong = pages.find(({ totalItems }) => totalItems < few || totalItems > many);
  if (wrong !== undefined) {
    const expected = few === many ? few : `${few} to ${many}`;
    return {
      message: `totalItems is ${wrong.totalItems}; expected ${expected}, as searches with fewer of these parameters show`,
      page: wrong,
    };
  }
  const returned = pages.flatMap(({ data }) => data);
  const items = bagOf(returned);
  const surplus = minus(items, most);
  const [added] = surplus.keys();
  if (added !== undefined)
    return {
      message: `returned ${describe(surplus)} that searches with fewer of these parameters do not have, such as ${truncate(added)}`,
      page: pages.findLast(({ data }) => data.includes(added))!,
    };
  const last = pages.at(-1)!;
  const isEnd = last.next === undefined || isPastItems(pages, returned.length);
  if (!isEnd || within(least, items)) return undefined;
  const missing = minus(least, items);
  return {
    message: `did not return ${describe(missing)} that searches with fewer of these parameters have, such as ${truncate([...missing.keys()][0]!)}`,
    page: last,
  };
}

function describe(bag: Bag): string {
  const size = sizeOf(bag);
  return `${size} ${size === 1 ? 'item' : 'items'}`;
}

/** The last walk must return what the others predict; see {@link predictSearch}. */
export function agreesWithParts(status: LogStatus | undefined, isWholeByStatus = true): Oracle {
  return (walks) => {
    const parts = walks.slice(0, -1);
    const combined = walks.at(-1);
    const prediction = predictSearch(parts, status, isWholeByStatus);
    if (prediction === undefined || combined === undefined || combined.pages.length === 0) return undefined;
    const found = findContradiction(
      combined.pages.map(({ page }) => page),
      prediction,
    );
    if (found === undefined) return undefined;
    return {
      message: `${describeWalk(combined)} on webhook ${combined.webhook}: ${found.message}`,
      proof: [
        ...proofOfPage(combined, combined.pages.find(({ page }) => page === found.page)!),
        ...parts.flatMap((walk) => proofOfWalk(walk).slice(0, 2)),
      ],
      ...defined({ compared: comparisonWith(combined, parts) }),
    };
  };
}

/** For a script: a search with fewer parameters that does not have all items of the combined one, or the walk of that alone. */
function comparisonWith(combined: Walk, parts: readonly Walk[]): Comparison | WalkRule | undefined {
  const { status } = combined.query;
  const wider = parts.filter(({ query }) => query.status === undefined || query.status === status);
  const part = wider.find((walk) => isComplete(walk) && !within(combined.bag, walk.bag));
  if (part !== undefined)
    return { left: [encodeQuery(combined.query)], right: [encodeQuery(part.query)], isPart: true };
  return isComplete(combined) && combined.items.length !== combined.total ? 'complete' : undefined;
}
