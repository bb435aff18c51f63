/** Sorting: the same items in another order, the direction used, time kept across page borders. */
import {
  type CheckContext,
  checksOf,
  type Direction,
  describeQuery,
  fail,
  inconclusive,
  isLongWalk,
  type LogFinding,
  type LogQuery,
  longWalkPages,
  notApplicable,
  type Oracle,
  sameBag,
  truncate,
} from '../../src/suite.ts';
import {
  assertRelation,
  isComplete,
  passOnSharedReads,
  proofOfWalk,
  requireFiniteLog,
  requirePages,
} from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';
import { binsOf, ordered, orderOf, pagesWith } from './time-buckets.ts';
import { knownTimes } from './truth.ts';

const check = checksOf(requirements);

const permutes: Oracle = ([plain, sorted]) => {
  if (
    plain === undefined ||
    sorted === undefined ||
    !isComplete(plain) ||
    sorted.pages.length === 0 ||
    sorted.end === 'cut'
  )
    return undefined;
  const differs = sameBag(
    `W(${describeQuery(sorted.query)})`,
    sorted.bag,
    `W(${describeQuery(plain.query)})`,
    plain.bag,
  );
  return differs === undefined
    ? undefined
    : {
        ...differs,
        proof: [...proofOfWalk(sorted, describeQuery(sorted.query)), ...proofOfWalk(plain, describeQuery(plain.query))],
      };
};

/** Sorts that are tried: each accepted name, in one direction or both, as the depth and the page count allow. */
async function sortedQueries(t: CheckContext, pages: number): Promise<LogQuery[]> {
  const sorts = await t.logs.sorts();
  const queries: LogQuery[] = [{ sortDirection: 'asc' }, { sortDirection: 'desc' }];
  // `status` has few values: ties that a page border cuts.
  const names = ['status', ...sorts.filter((name) => name !== 'status')].filter((name) => sorts.includes(name));
  for (const [index, sortBy] of names.entries()) {
    // The one that was learned by it.
    if (t.effort.isLean) queries.push({ sortBy, sortDirection: 'asc' });
    queries.push({ sortBy, sortDirection: index % 2 === 0 ? 'asc' : 'desc' });
    if (index < 2) queries.push({ sortBy, sortDirection: index % 2 === 0 ? 'desc' : 'asc' });
    if (index < 1) queries.push({ sortBy });
  }
  const most = t.effort.isLean ? 3 : pages > longWalkPages ? 3 : pages > 25 ? 5 : 10;
  return t.settings.run.depth === 'deep' ? queries : queries.slice(0, most);
}

check('logs/sort-permutes', async (t) => {
  const baseline = await requireFiniteLog(t);
  requirePages(baseline.plainWalk, 2);
  if (new Set(baseline.plainWalk.items).size < 2) inconclusive('all items are equal', 'a log with items that differ');
  let exchanges = 0;
  for (const query of await sortedQueries(t, baseline.plainWalk.pages.length))
    exchanges += await assertRelation(baseline, [{}, query], permutes);
  return passOnSharedReads(exchanges, baseline.window);
});

check('logs/sort-direction', async (t) => {
  const baseline = await requireFiniteLog(t);
  const { log, plainWalk } = baseline;
  const sorts = await t.logs.sorts();
  const known = await knownTimes(t, baseline);
  // Growth while the cuts were learned looks like a cut: two bins of time must really hold items.
  const bins = await binsOf(t, log, plainWalk.bag);
  const filled = new Set(bins?.places.values()).size;
  const differ = filled > 1 || (known !== undefined && new Set(known.values()).size > 1);
  const keys: (string | undefined)[] = [undefined, ...sorts];
  let exchanges = 0;
  let found = false;
  const proof: LogFinding['proof'][number][] = [];
  const limit = t.effort.isLean || isLongWalk(plainWalk) ? 2 : 5;
  for (const sortBy of keys.slice(0, limit)) {
    const query = (sortDirection: Direction): LogQuery => ({
      ...(sortBy === undefined ? {} : { sortBy }),
      sortDirection,
    });
    const [asc, desc] = await Promise.all([log.walk(query('asc')), log.walk(query('desc'))]);
    exchanges += asc.pages.length + desc.pages.length;
    if (!isComplete(asc) || !isComplete(desc)) continue;
    if (asc.items.some((item, index) => item !== desc.items[index])) {
      found = true;
      // One sort that goes both ways is what the others are sought for, too.
      if (t.effort.isLean) break;
      continue;
    }
    const declared = sortBy !== undefined && t.logs.declaredTime === sortBy;
    if (declared && differ) exchanges += await assertRelation(baseline, [query('asc'), query('desc')], differentOrder);
    proof.push(
      ...proofOfWalk(asc, describeQuery(asc.query)).slice(0, 1),
      ...proofOfWalk(desc, describeQuery(desc.query)).slice(0, 1),
    );
  }
  if (found) return passOnSharedReads(exchanges, baseline.window);
  if (new Set(plainWalk.items).size < 2) inconclusive('all items are equal', 'a log with items that differ');
  if (!differ)
    inconclusive(
      'asc and desc give one order, and it is not known whether the items differ in time',
      'a time format that the target reads, or declares.item',
    );
  if (sorts.length === 0)
    inconclusive(
      'asc and desc give one order, and no sortBy that was tried is accepted',
      'declares.sortBy with the fields to sort by',
    );
  if (proof.length === 0)
    inconclusive('no sorted walk could be read to its end', 'a target on which logs/walk-complete passes');
  const [asc, desc] = await log.exclusively(
    async (quiet) => [await quiet.read({ sortDirection: 'asc' }), await quiet.read({ sortDirection: 'desc' })] as const,
  );
  if (asc.items.some((item, index) => item !== desc.items[index])) return passOnSharedReads(exchanges, baseline.window);
  fail(
    `asc and desc give the same order, whatever the sort (${keys
      .slice(0, limit)
      .map((key) => key ?? 'none')
      .join(', ')}): the direction is ignored`,
    proof.slice(0, 4),
  );
});

const differentOrder: Oracle = ([asc, desc]) => {
  if (asc === undefined || desc === undefined || !isComplete(asc) || !isComplete(desc) || new Set(asc.items).size < 2)
    return undefined;
  if (asc.items.some((item, index) => item !== desc.items[index])) return undefined;
  return {
    message: `sortBy=${asc.query.sortBy} is declared to name the time, and asc and desc give one order: the direction is ignored`,
    proof: [...proofOfWalk(asc, 'asc').slice(0, 1), ...proofOfWalk(desc, 'desc').slice(0, 1)],
  };
};

check('logs/sort-by-range', async (t) => {
  const baseline = await requireFiniteLog(t);
  const { log, plainWalk } = baseline;
  requirePages(plainWalk, 2);
  const bins = await binsOf(t, log, plainWalk.bag);
  if (bins === undefined)
    inconclusive(
      'ranges do not tell old items from new ones',
      'a time format that the target reads (declares.timeFormat), and logs that lie apart in time',
    );
  let exchanges = bins.exchanges;
  let learned = 0;
  const sorts = (await t.logs.sorts()).filter((name) => t.logs.namesTime(name));
  const keys: (string | undefined)[] = [undefined, ...sorts];
  for (const sortBy of keys.slice(0, isLongWalk(plainWalk) ? 1 : t.effort.isLean ? 2 : 4)) {
    if (t.effort.isLean && learned > 0) break;
    const query = (direction?: Direction): LogQuery => ({
      ...(sortBy === undefined ? {} : { sortBy }),
      ...(direction === undefined ? {} : { sortDirection: direction }),
    });
    const walks = await Promise.all([
      log.walk(query('asc')),
      log.walk(query('desc')),
      ...(t.effort.isLean && sortBy !== undefined ? [] : [log.walk(query())]),
    ]);
    exchanges += walks.reduce((total, walk) => total + walk.pages.length, 0);
    if (!walks.every(isComplete)) continue;
    const orders = walks.map((walk) => orderOf(walk.items, bins));
    const declared = sortBy !== undefined && t.logs.declaredTime === sortBy;
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
      exchanges += await assertRelation(baseline, [query(direction)], ordered(bins, wanted, direction));
  }
  if (learned === 0)
    inconclusive('no accepted sort follows time', 'declares.sortBy with the field that names the time');
  return passOnSharedReads(exchanges, baseline.window);
});

check('logs/sort-reverses', async (t) => {
  const baseline = await requireFiniteLog(t);
  const { log, plainWalk } = baseline;
  requirePages(plainWalk, 2);
  const [asc, desc] = await Promise.all([log.walk({ sortDirection: 'asc' }), log.walk({ sortDirection: 'desc' })]);
  const exchanges = asc.pages.length + desc.pages.length;
  if (!isComplete(asc) || !isComplete(desc))
    inconclusive('asc and desc could not both be walked', 'a target on which logs/walk-complete passes');
  if (asc.items.every((item, index) => item === desc.items[index]))
    inconclusive('asc and desc give one order; see logs/sort-direction', 'a target that uses sortDirection');
  const bins = await binsOf(t, log, plainWalk.bag);
  if (bins === undefined)
    inconclusive('ties cannot be told from order without ranges', 'a time format that the target reads');
  const [up, down] = [orderOf(asc.items, bins), orderOf(desc.items, bins)];
  if ((up.order === 'mixed') !== (down.order === 'mixed'))
    fail(`asc is ${up.order} in time and desc is ${down.order}: one is not the other reversed`, [
      ...proofOfWalk(asc, 'asc'),
      ...proofOfWalk(desc, 'desc'),
    ]);
  if (up.order === 'mixed' || down.order === 'mixed')
    inconclusive('the order does not follow time', 'a default order by time');
  if (up.order === down.order && up.order !== 'unknown')
    fail(`asc and desc are both ${up.order} in time`, [...proofOfWalk(asc, 'asc'), ...proofOfWalk(desc, 'desc')]);
  return passOnSharedReads(exchanges + bins.exchanges);
});

check('logs/sort-truth', async (t) => {
  const sortBy = t.logs.declaredTime;
  if (sortBy === undefined) notApplicable('declares.sortBy names no field that names the time');
  const baseline = await requireFiniteLog(t);
  const times = await knownTimes(t, baseline);
  if (times === undefined) notApplicable('neither a truth file nor declares.item gives the items times');
  requirePages(baseline.plainWalk, 2);
  if (new Set(times.values()).size < 2)
    inconclusive('all known times are equal', 'a log with items that differ in time');
  let exchanges = 0;
  const directions = [
    ['asc', 1],
    ['desc', -1],
  ] as const;
  // Ascending is read by other rows as well.
  for (const [direction, sign] of t.effort.sampleOf(directions, 1))
    exchanges += await assertRelation(baseline, [{ sortBy, sortDirection: direction }], ([walk]) => {
      if (walk === undefined || !isComplete(walk)) return undefined;
      const timed = walk.items.filter((item) => times.has(item));
      const index = timed.findIndex((item, at) => at > 0 && sign * (times.get(item)! - times.get(timed[at - 1]!)!) < 0);
      if (index === -1) return undefined;
      const [first, second] = [timed[index - 1]!, timed[index]!];
      return {
        message: `with ${describeQuery(walk.query)}, ${truncate(second)} comes after ${truncate(first)}, against the order of their times`,
        proof: pagesWith(walk, [first, second]),
      };
    });
  return passOnSharedReads(exchanges, baseline.window);
});
