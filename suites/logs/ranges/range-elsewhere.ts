/**
 * Both sides of a moment of another log than the judged one: a target may read bounds wrong in one log only, as where its entries have
 * times of another zone. The moment lies between two entries that follow each other closely, so that a bound moved by an hour loses one
 * of them, or includes one twice.
 */
import { type CheckContext, type LogQuery, logs, type Walk, type WebhookLog } from '../../../src/suite.ts';
import { areToldApart } from '../../lib/range-edges.ts';
import { oracleOf } from './range-relations.ts';
import type { Sides } from './range-sides.ts';

interface OtherLog {
  readonly log: WebhookLog;
  readonly walk: Walk;
}

/** Requires the relation of both sides of one moment; first pages suffice, unless they contradict each other. */
export async function expectSidesElsewhere(t: CheckContext, ranges: logs.Ranges, sides: Sides): Promise<void> {
  const other = t.effort.isLean || !ranges.isWhole ? undefined : await largestOther(ranges.baseline.others);
  const at = other && momentWithin(ranges, other.walk);
  if (other === undefined || at === undefined) return;
  const { log, walk } = other;
  const there = rangesOf(t, ranges, log);
  if (!sides.contradicts(await sumOf(there, sides.of(there, at, at)), walk.items.length)) return;
  // The time that ranges search may be another one than that of the items, so that one of them may lie at this moment.
  const pair = [at, at + logs.apart(there.sense.form)] as const;
  const both = sides.of(there, ...pair);
  const { count: all = Number.NaN } = await there.measure(there.widest);
  if (!sides.contradicts(await sumOf(there, both), all) || !(await areToldApart(t, there, pair))) return;
  const relation = sides.relation(both, there.widest);
  await t.expect(log, [...relation.left, ...relation.right], oracleOf(relation));
}

async function sumOf({ measure }: logs.Ranges, queries: readonly LogQuery[]): Promise<number> {
  const counts = await Promise.all(queries.map((query) => measure(query)));
  return counts.reduce((total, { count = Number.NaN }) => total + count, 0);
}

async function largestOther(others: readonly WebhookLog[]): Promise<OtherLog | undefined> {
  const read = await Promise.all(others.map(async (log) => ({ log, walk: await log.walk() })));
  return read
    .filter(({ walk }) => logs.isComplete(walk) && !logs.isLongWalk(walk))
    .sort((a, b) => b.walk.items.length - a.walk.items.length)[0];
}

/** The ranges of the judged log, counted on another one; each is counted once for all checks. */
function rangesOf(t: CheckContext, ranges: logs.Ranges, { id }: WebhookLog): logs.Ranges {
  const memory = t.once(`counts on ${id}`, () => new logs.MeterMemory(id, t.logs.now));
  const meter = new logs.LogMeter(memory, t.client);
  return { ...ranges, measure: (query) => meter.measure(query) };
}

/** In the middle between the two entries with the least time between them that any server tells apart, if entries show their times. */
function momentWithin({ sense }: logs.Ranges, { items }: Walk): number | undefined {
  const { form, lo, hi } = sense;
  const least = 2 * logs.apart(form) + 2 * form.unitMs;
  const times = [...new Set(logs.itemTimes(items))].filter((at) => at > lo && at < hi).sort((a, b) => a - b);
  const gaps = times
    .slice(1)
    .map((later, place) => ({ from: times[place]!, length: later - times[place]! }))
    .filter(({ length }) => length >= least)
    .sort((a, b) => a.length - b.length);
  const [shortest] = gaps;
  return shortest && Math.floor((shortest.from + shortest.length / 2) / form.unitMs) * form.unitMs;
}
