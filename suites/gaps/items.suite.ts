/** The form of the items of a log: opaque, or JSON text with a status and a time; unique in the log or not. */
import {
  type CheckContext,
  checksOf,
  logs,
  notApplicable,
  pass,
  undeclared,
  unlessUndecided,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';
import { holdsAsMany, marginOf, probesAfterEach, probesAround, wrongItems } from '../lib/known-times.ts';
import { concludeObserved, print } from './conclude.ts';
import { type ItemForm, inferItemForm, instantOf, timeOf } from './item-form.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('declares/item', async (t) => {
  const { plainWalk, log, others } = await t.baseline();
  if (plainWalk.items.length === 0) notApplicable('the log is empty');
  const succeeded = await log.walk({ status: 'succeeded' });
  const inferred = inferItemForm(plainWalk.items, succeeded.end === 'end' ? succeeded.bag : undefined);
  let form: ItemForm = inferred;
  if (inferred.encoding === 'json' && inferred.time !== undefined) {
    const times = plainWalk.items.map((item) => timeOf(item, inferred));
    const { time: _, ...timeless } = inferred;
    const isOfLog = await areTimesOfTheLog(t, log, plainWalk, times);
    if (!isOfLog || !(await agreeWithRanges(t, plainWalk, (item) => timeOf(item, inferred)!))) form = timeless;
  }
  const elsewhere = (await Promise.all(others.map((other) => other.walk()))).flatMap(({ items }) => items);
  if (form.encoding === 'json' && elsewhere.some((item) => problemOf(item, form) !== undefined))
    form = { encoding: 'opaque' };
  t.observations.record('item', form, plainWalk.pages[0]!.exchange);
  const declared = t.settings.declares.item;
  if (declared === undefined) undeclared('item', `observed ${print(form)}`);
  if (declared.encoding === 'opaque') notApplicable('items are declared opaque, so any form is allowed');
  await t.expect(log, [{}], ([walk]) => findUndeclaredForm(walk!, declared));
  return pass({ message: `items are ${print(declared)}` });
});

/**
 * Whether the times in items are those of the log entries, and not, for example, of the events they report. They are if the walk
 * is in their order, or if a range that cuts the log in two cuts them too.
 */
async function areTimesOfTheLog(
  t: CheckContext,
  log: WebhookLog,
  { items }: Walk,
  times: readonly (number | undefined)[],
): Promise<boolean> {
  if (!times.every((one) => one !== undefined)) return false;
  const inOrder = (sign: number) => times.every((one, place) => place === 0 || sign * (one - times[place - 1]!) >= 0);
  if (inOrder(1) || inOrder(-1)) return true;
  const known = t.effort.isLean ? undefined : await t.logs.time();
  if (known?.understood !== true || known.sense.strength !== 'cuts') return false;
  const { cuts, form } = known.sense;
  const cut = cuts[Math.floor(cuts.length / 2)]!;
  const before = await log.walk(logs.rangeQuery(known.sense, undefined, cut));
  if (before.end !== 'end') return false;
  // The cut may be rounded to the unit of the format, on either side, and read in another time zone.
  const tolerance = 2 * form.unitMs + (form.zoneMs ?? 0);
  return items.every((item, place) =>
    before.bag.has(item) ? times[place]! <= cut + tolerance : times[place]! >= cut - tolerance,
  );
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

type DeclaredForm = NonNullable<CheckContext['settings']['declares']['item']>;

/** The first item that does not have the declared form. */
function findUndeclaredForm({ pages }: Walk, declared: DeclaredForm) {
  for (const { page, exchange } of pages)
    for (const item of page.data) {
      const problem = problemOf(item, declared);
      if (problem !== undefined)
        return {
          message: `the item ${logs.truncate(item)} ${problem}; declared ${print(declared)}`,
          proof: [[exchange, 'a page of the walk'] as const],
        };
    }
  return undefined;
}

function problemOf(item: string, { status, time }: DeclaredForm): string | undefined {
  if (logs.parseItem(item) === undefined) return 'is not a JSON object';
  // Of a long item, only the short values near its beginning are kept.
  if (logs.isAbridged(item)) return undefined;
  if (status !== undefined && typeof logs.valueAt(item, status) !== 'string') return `has no status at ${status}`;
  if (time === undefined) return undefined;
  const value = logs.valueAt(item, time);
  return Number.isFinite(value) || instantOf(value) !== undefined ? undefined : `has no time at ${time}`;
}

/** A shorter log proves little about whether items are unique. */
const tellingLength = 20;

check('gaps/items', async (t) => {
  const { plainWalk, others } = await t.baseline();
  const { items, pages } = plainWalk;
  if (items.length === 0) notApplicable('the log is empty');
  // Unique in one log, items may repeat in another.
  const walks = [plainWalk, ...(await Promise.all(others.map((other) => other.walk())))];
  const unique = walks.every((walk) => walk.bag.size === walk.items.length);
  if (!unique || items.length >= tellingLength) t.observations.record('itemsUnique', unique, pages[0]!.exchange);
  return concludeObserved(t);
});
