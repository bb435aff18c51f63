/**
 * A direction that turns each page by itself, as if the page was cut out before it was sorted. If asc and desc have the same items on
 * every page, any two items of different pages are equal in the sort field, and so are all items: no field would turn the pages.
 */
import { bags, logs } from '../../../src/suite.ts';

/** Pages of full length, and parts of each that stand in reverse order: equal items turn by chance, but not as much. */
const fewest = 3;

/**
 * Over the walks of a sort, or of none, with asc and with desc.
 * @param form the style in which cursors seem to keep the sort: walks in the other style count only if they turn the whole log
 */
export const turnsWholeLog = (form: logs.CursorStyle): logs.Oracle =>
  logs.onCompleteWalks((asc, desc) => {
    const isRight = asc.form === form ? !isTurnedByPage(asc, desc) : isTurnedWhole(asc, desc);
    if (isRight) return undefined;
    const { sortBy } = asc.query;
    const sort = sortBy === undefined ? 'without sortBy' : `with sortBy=${sortBy}`;
    return {
      message: `asc and desc returned the same items on each page ${sort}, and only turned the pages; expected the order of the whole log to turn`,
      compared: { orders: [logs.encodeQuery(asc.query), logs.encodeQuery(desc.query)] },
      proof: [
        [asc.pages[0]!.exchange, 'the first page with asc', 'control'],
        [desc.pages[0]!.exchange, 'the first page with desc: the same items', 'wrong'],
      ],
    };
  });

/** Whether the pages differ in their order only. Pages of several lengths may be groups by which the target sorts first. */
export function isTurnedByPage(asc: logs.Walk, desc: logs.Walk): boolean {
  if (asc.pages.length <= fewest || !areDistinct(asc) || !areAlikeByPage(asc, desc)) return false;
  const full = pairsOf(asc, desc).slice(0, -1);
  return full.every(([up, down]) => up.length === full[0]![0].length && partsTurned(up, down) >= fewest);
}

/** Whether both walks have the same items, none of them twice, and not the same ones on each page. */
const isTurnedWhole = (asc: logs.Walk, desc: logs.Walk): boolean =>
  areDistinct(asc) && bags.equal(asc.bag, desc.bag) && !areAlikeByPage(asc, desc);

const areDistinct = ({ bag, items }: logs.Walk): boolean => bag.size === items.length;

const areAlikeByPage = (asc: logs.Walk, desc: logs.Walk): boolean =>
  asc.pages.length === desc.pages.length &&
  pairsOf(asc, desc).every(([up, down]) => bags.equal(bags.bagOf(up), bags.bagOf(down)));

const pairsOf = (asc: logs.Walk, desc: logs.Walk) =>
  asc.pages.map(({ page }, at) => [page.data, desc.pages[at]!.page.data] as const);

/** Number of parts of one order that the other has in reverse order, each part in any order: 1 if it has none. */
function partsTurned(up: readonly string[], down: readonly string[]): number {
  let first = down.length;
  const ends = up.filter((item, at) => {
    first = Math.min(first, down.indexOf(item));
    return first === up.length - 1 - at;
  });
  return ends.length;
}
