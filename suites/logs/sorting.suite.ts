/** Sorting: the same items in another order, the direction used, time kept across page borders. */
import {
  brief,
  checksOf,
  type Direction,
  type Found,
  fail,
  inconclusive,
  keyOf,
  type LogQuery,
  notApplicable,
  type Oracle,
  sameBag,
  type Trial,
} from '../../src/kit.ts';
import { binsOf, ordered, orderOf, pagesWith } from './bins.ts';
import { ending, ends, hold, needPages, rests, whole } from './reading.ts';
import { rows } from './requirements.ts';
import { knownTimes } from './truth.ts';

const check = checksOf(rows);

const permutes: Oracle = ([plain, sorted]) => {
  if (plain === undefined || sorted === undefined || !whole(plain) || sorted.pages.length === 0 || sorted.end === 'cut')
    return undefined;
  const differs = sameBag(`W(${keyOf(sorted.query)})`, sorted.bag, `W(${keyOf(plain.query)})`, plain.bag);
  return differs === undefined
    ? undefined
    : { ...differs, proof: [...ends(sorted, keyOf(sorted.query)), ...ends(plain, keyOf(plain.query))] };
};

/** Sorts that are tried: each accepted name, in one direction or both, as the depth and the page count allow. */
async function sortedQueries(trial: Trial, pages: number): Promise<LogQuery[]> {
  const sorts = await trial.logs.sorts();
  const queries: LogQuery[] = [{ sortDirection: 'asc' }, { sortDirection: 'desc' }];
  // `status` has few values: ties that a page border cuts.
  const names = ['status', ...sorts.filter((name) => name !== 'status')].filter((name) => sorts.includes(name));
  for (const [index, sortBy] of names.entries()) {
    // The one that was learned by it.
    if (trial.quick) queries.push({ sortBy, sortDirection: 'asc' });
    queries.push({ sortBy, sortDirection: index % 2 === 0 ? 'asc' : 'desc' });
    if (index < 2) queries.push({ sortBy, sortDirection: index % 2 === 0 ? 'desc' : 'asc' });
    if (index < 1) queries.push({ sortBy });
  }
  const most = trial.quick ? 3 : pages > 60 ? 3 : pages > 25 ? 5 : 10;
  return trial.settings.run.depth === 'deep' ? queries : queries.slice(0, most);
}

check('logs/sort-permutes', async (trial) => {
  const survey = await ending(trial);
  needPages(survey.base, 2);
  if (new Set(survey.base.items).size < 2)
    throw inconclusive('vacuous: all items are equal', 'a log with items that differ');
  let exchanges = 0;
  for (const query of await sortedQueries(trial, survey.base.pages.length))
    exchanges += await hold(survey, [{}, query], permutes);
  return rests(exchanges, survey.pinned);
});

check('logs/sort-direction', async (trial) => {
  const survey = await ending(trial);
  const { log, base } = survey;
  const sorts = await trial.logs.sorts();
  const known = await knownTimes(trial, survey);
  // Growth while the cuts were learned looks like a cut: two bins of time must really hold items.
  const bins = await binsOf(trial, log, base.bag);
  const filled = new Set(bins?.places.values()).size;
  const differ = filled > 1 || (known !== undefined && new Set(known.values()).size > 1);
  const keys: (string | undefined)[] = [undefined, ...sorts];
  let exchanges = 0;
  let found = false;
  const proof: Found['proof'][number][] = [];
  const limit = trial.quick || base.pages.length > 60 ? 2 : 5;
  for (const sortBy of keys.slice(0, limit)) {
    const query = (sortDirection: Direction): LogQuery => ({
      ...(sortBy === undefined ? {} : { sortBy }),
      sortDirection,
    });
    const [asc, desc] = await Promise.all([log.walk(query('asc')), log.walk(query('desc'))]);
    exchanges += asc.pages.length + desc.pages.length;
    if (!whole(asc) || !whole(desc)) continue;
    if (asc.items.some((item, index) => item !== desc.items[index])) {
      found = true;
      // One sort that goes both ways is what the others are sought for, too.
      if (trial.quick) break;
      continue;
    }
    const declared = sortBy !== undefined && trial.logs.declaredTime === sortBy;
    if (declared && differ) exchanges += await hold(survey, [query('asc'), query('desc')], differentOrder);
    proof.push(...ends(asc, keyOf(asc.query)).slice(0, 1), ...ends(desc, keyOf(desc.query)).slice(0, 1));
  }
  if (found) return rests(exchanges, survey.pinned);
  if (new Set(base.items).size < 2) throw inconclusive('vacuous: all items are equal', 'a log with items that differ');
  if (!differ)
    throw inconclusive(
      'asc and desc give one order, and it is not known whether the items differ in time',
      'a time format that the target reads, or declares.item',
    );
  if (sorts.length === 0)
    throw inconclusive(
      'asc and desc give one order, and no sortBy that was tried is accepted',
      'declares.sortBy with the fields to sort by',
    );
  if (proof.length === 0)
    throw inconclusive('no sorted walk could be read to its end', 'a target on which logs/walk-complete passes');
  const [asc, desc] = await log.alone(
    async (quiet) => [await quiet.read({ sortDirection: 'asc' }), await quiet.read({ sortDirection: 'desc' })] as const,
  );
  if (asc.items.some((item, index) => item !== desc.items[index])) return rests(exchanges, survey.pinned);
  throw fail(
    `asc and desc give the same order, whatever the sort (${keys
      .slice(0, limit)
      .map((key) => key ?? 'none')
      .join(', ')}): the direction is ignored`,
    proof.slice(0, 4),
  );
});

const differentOrder: Oracle = ([asc, desc]) => {
  if (asc === undefined || desc === undefined || !whole(asc) || !whole(desc) || new Set(asc.items).size < 2)
    return undefined;
  if (asc.items.some((item, index) => item !== desc.items[index])) return undefined;
  return {
    message: `sortBy=${asc.query.sortBy} is declared to name the time, and asc and desc give one order: the direction is ignored`,
    proof: [...ends(asc, 'asc').slice(0, 1), ...ends(desc, 'desc').slice(0, 1)],
  };
};

check('logs/sort-by-range', async (trial) => {
  const survey = await ending(trial);
  const { log, base } = survey;
  needPages(base, 2);
  const bins = await binsOf(trial, log, base.bag);
  if (bins === undefined)
    throw inconclusive(
      'ranges do not tell old items from new ones',
      'a time format that the target reads (declares.timeFormat), and logs that lie apart in time',
    );
  let exchanges = bins.exchanges;
  let learned = 0;
  const sorts = (await trial.logs.sorts()).filter((name) => trial.logs.namesTime(name));
  const keys: (string | undefined)[] = [undefined, ...sorts];
  for (const sortBy of keys.slice(0, base.pages.length > 60 ? 1 : trial.quick ? 2 : 4)) {
    if (trial.quick && learned > 0) break;
    const query = (direction?: Direction): LogQuery => ({
      ...(sortBy === undefined ? {} : { sortBy }),
      ...(direction === undefined ? {} : { sortDirection: direction }),
    });
    const walks = await Promise.all([
      log.walk(query('asc')),
      log.walk(query('desc')),
      ...(trial.quick && sortBy !== undefined ? [] : [log.walk(query())]),
    ]);
    exchanges += walks.reduce((total, walk) => total + walk.pages.length, 0);
    if (!walks.every(whole)) continue;
    const orders = walks.map((walk) => orderOf(walk.items, bins));
    const declared = sortBy !== undefined && trial.logs.declaredTime === sortBy;
    // A server may take any name and ignore those it does not know: one that changes nothing shows nothing.
    const [first, ...rest] = walks;
    const effective =
      sortBy === undefined || rest.some((walk) => walk.items.some((item, index) => item !== first!.items[index]));
    if (!declared && !effective) continue;
    // Three bins in one order do not happen by chance alone: five and more hardly ever.
    const follows = orders.some(
      ({ order, bins: count }) => (order === 'ascending' || order === 'descending') && count >= Math.min(4, bins.count),
    );
    if (!follows && !declared) continue;
    learned += 1;
    for (const [direction, wanted] of [
      ['asc', 'ascending'],
      ['desc', 'descending'],
    ] as const)
      exchanges += await hold(survey, [query(direction)], ordered(bins, wanted, direction));
  }
  if (learned === 0)
    throw inconclusive('no accepted sort follows time', 'declares.sortBy with the field that names the time');
  return rests(exchanges, survey.pinned);
});

check('logs/sort-reverses', async (trial) => {
  const survey = await ending(trial);
  const { log, base } = survey;
  needPages(base, 2);
  const [asc, desc] = await Promise.all([log.walk({ sortDirection: 'asc' }), log.walk({ sortDirection: 'desc' })]);
  const exchanges = asc.pages.length + desc.pages.length;
  if (!whole(asc) || !whole(desc))
    throw inconclusive('asc and desc could not both be walked', 'a target on which logs/walk-complete passes');
  if (asc.items.every((item, index) => item === desc.items[index]))
    throw inconclusive('asc and desc give one order; see logs/sort-direction', 'a target that uses sortDirection');
  const bins = await binsOf(trial, log, base.bag);
  if (bins === undefined)
    throw inconclusive('ties cannot be told from order without ranges', 'a time format that the target reads');
  const [up, down] = [orderOf(asc.items, bins), orderOf(desc.items, bins)];
  if ((up.order === 'mixed') !== (down.order === 'mixed'))
    throw fail(`asc is ${up.order} in time and desc is ${down.order}: one is not the other reversed`, [
      ...ends(asc, 'asc'),
      ...ends(desc, 'desc'),
    ]);
  if (up.order === 'mixed' || down.order === 'mixed')
    throw inconclusive('the order does not follow time', 'a default order by time');
  if (up.order === down.order && up.order !== 'unknown')
    throw fail(`asc and desc are both ${up.order} in time`, [...ends(asc, 'asc'), ...ends(desc, 'desc')]);
  return rests(exchanges + bins.exchanges);
});

check('logs/sort-truth', async (trial) => {
  const sortBy = trial.logs.declaredTime;
  if (sortBy === undefined) throw notApplicable('declares.sortBy names no field that names the time');
  const survey = await ending(trial);
  const times = await knownTimes(trial, survey);
  if (times === undefined) throw notApplicable('neither a truth file nor declares.item gives the items times');
  needPages(survey.base, 2);
  if (new Set(times.values()).size < 2)
    throw inconclusive('vacuous: all known times are equal', 'a log with items that differ in time');
  let exchanges = 0;
  const directions = [
    ['asc', 1],
    ['desc', -1],
  ] as const;
  // Ascending is read by other rows as well.
  for (const [direction, sign] of trial.some(directions, 1))
    exchanges += await hold(survey, [{ sortBy, sortDirection: direction }], ([walk]) => {
      if (walk === undefined || !whole(walk)) return undefined;
      const timed = walk.items.filter((item) => times.has(item));
      const index = timed.findIndex((item, at) => at > 0 && sign * (times.get(item)! - times.get(timed[at - 1]!)!) < 0);
      if (index === -1) return undefined;
      const [first, second] = [timed[index - 1]!, timed[index]!];
      return {
        message: `with ${keyOf(walk.query)}, ${brief(second)} comes after ${brief(first)}, against the order of their times`,
        proof: pagesWith(walk, [first, second]),
      };
    });
  return rests(exchanges, survey.pinned);
});
