/** The form of a log's items as observed: JSON with a status and a time that searches and ranges confirm, or opaque text. */
import { api, type CheckContext, logs, unlessUndecided, type Walk, type WebhookLog } from '../../src/suite.ts';
import { holdsAsMany, marginOf, probesAfterEach, probesAround, wrongItems } from '../lib/known-times.ts';
import { areInShownOrder, type ItemForm, inferItemForm, problemOf, timeOf } from './item-form.ts';

export async function observedItemForm(t: CheckContext): Promise<ItemForm> {
  const { plainWalk, log, others } = await t.baseline();
  const succeeded = await log.walk({ status: 'succeeded' });
  const inferred = inferItemForm(plainWalk.items, succeeded.end === 'end' ? succeeded.bag : undefined);
  let form: ItemForm = inferred;
  if (inferred.encoding === 'json' && inferred.time !== undefined) {
    const { time: _, ...timeless } = inferred;
    const isOfLog = await areTimesOfTheLog(t, log, plainWalk, inferred);
    if (!isOfLog || !(await agreeWithRanges(t, plainWalk, (item) => timeOf(item, inferred)!))) form = timeless;
  }
  if (form.encoding === 'json' && form.status !== undefined && !(await isStatusOfOthers(t, others, form.status))) {
    const { status: _, ...withoutStatus } = form;
    form = withoutStatus;
  }
  const elsewhere = (await Promise.all(others.map((other) => other.walk()))).flatMap(({ items }) => items);
  if (form.encoding === 'json' && elsewhere.some((item) => problemOf(item, form) !== undefined))
    return { encoding: 'opaque' };
  return form;
}

/** Whether the other logs agree: in their items, the same member may mean something else than the status of the entry. */
async function isStatusOfOthers(t: CheckContext, others: readonly WebhookLog[], pointer: string): Promise<boolean> {
  if (t.effort.isLean) return true;
  const walks = await Promise.all(others.flatMap((other) => api.logStatuses.map((status) => other.walk({ status }))));
  return walks.every(({ items, query }) =>
    items.every((item) => {
      const told = logs.valueAt(item, pointer);
      return told === query.status || !api.logStatuses.some((status) => status === told);
    }),
  );
}

/**
 * Whether the times in items are those of the log entries, and not, for example, of the events they report. They are if the walk
 * is in their order, or if a range that cuts the log in two cuts them too.
 */
async function areTimesOfTheLog(t: CheckContext, log: WebhookLog, { items }: Walk, form: ItemForm): Promise<boolean> {
  const isAscending = areInShownOrder(items, form, 'asc');
  if (isAscending === undefined) return false;
  if (isAscending || areInShownOrder(items, form, 'desc')) return true;
  const known = t.effort.isLean ? undefined : await t.logs.time();
  if (known?.understood !== true || known.sense.strength !== 'cuts') return false;
  const { cuts, form: read } = known.sense;
  const cut = cuts[Math.floor(cuts.length / 2)]!;
  const before = await log.walk(logs.rangeQuery(known.sense, undefined, cut));
  if (before.end !== 'end') return false;
  // The cut may be rounded to the unit of the format, on either side, and read in another time zone.
  const tolerance = 2 * read.unitMs + (read.zoneMs ?? 0);
  return items.every((item) => {
    const time = timeOf(item, form)!;
    return before.bag.has(item) ? time <= cut + tolerance : time >= cut - tolerance;
  });
}

/** Whether ranges hold what the times tell: a log may be searched by another time than its items show, such as that of the last try. */
async function agreeWithRanges(t: CheckContext, walk: Walk, timeIn: (item: string) => number): Promise<boolean> {
  // Where it is declared, logs/range-truth judges it.
  if (t.effort.isLean || t.settings.declares.item !== undefined) return true;
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  if (ranges === undefined) return true;
  const { log, sense, widest } = ranges;
  const times = walk.items.map(timeIn);
  const { count = 0 } = await t.logs.measure(widest);
  if (count < walk.items.length) {
    const { bag, end } = await log.walk(widest);
    // Some items may have no time in the field that ranges search.
    const isLeftOut = (item: string, at: number) => !bag.has(item) && logs.isInside(widest, sense.form, at);
    if (end === 'end' && walk.items.some((item, place) => isLeftOut(item, times[place]!))) return false;
  }
  const margin = marginOf(sense.form, times);
  const buckets = await t.logs.timeBuckets(ranges.baseline);
  if (buckets !== undefined && !walk.items.every((item, place) => liesInBucket(buckets, item, times[place]!, margin)))
    return false;
  const closer = t.settings.run.learns ? probesAfterEach(ranges, times, probedTimes) : [];
  for (const probe of [...probesAround(t, ranges, times), ...closer]) {
    const inside = (item: string) => probe.inside(timeIn(item));
    if ((await holdsAsMany(t, probe.query, walk, { inside, margin })) === true) continue;
    const [range, wide] = await Promise.all([probe.query, widest].map((one) => log.walk(one)));
    const { stray, lost } = wrongItems(range!, wide!, inside, margin);
    if (stray !== undefined || lost !== undefined) return false;
  }
  return true;
}

/** Number of item times that are probed with ranges when they are learned: ranges may search a few entries by another time. */
const probedTimes = 100;

function liesInBucket({ places, cuts }: logs.TimeBuckets, item: string, time: number, margin: number): boolean {
  const place = places.get(item);
  if (place === undefined) return true;
  return (
    time >= (cuts[place - 1] ?? Number.NEGATIVE_INFINITY) - margin &&
    time <= (cuts[place] ?? Number.POSITIVE_INFINITY) + margin
  );
}
