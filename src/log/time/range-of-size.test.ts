import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { LogQuery } from '../query.ts';
import { timeForms } from './form.ts';
import type { TimeFormatInference } from './infer.ts';
import type { Measure } from './meter.ts';
import { day } from './moments.ts';
import { findRangeOfSize } from './range-of-size.ts';

const newest = Date.UTC(2026, 4, 30, 12);
const form = timeForms.find(({ format }) => format === 'rfc3339')!;

interface Entry {
  readonly at: number;
  readonly status: 'succeeded' | 'failed';
}

/** One entry a day, every fourth of them failed. */
const daily: readonly Entry[] = Array.from({ length: 40 }, (_, index) => ({
  at: newest - index * day,
  status: index % 4 === 0 ? 'failed' : 'succeeded',
}));

const sense: TimeFormatInference = {
  form,
  lo: Date.UTC(2001, 0, 1),
  hi: Date.UTC(2099, 0, 1),
  cuts: [newest - 29.5 * day, newest - 9.5 * day],
  strength: 'cuts',
};

/** Counts entries in place of requests; undefined is a rejected query. */
function counting(entries: readonly Entry[], accepts: (query: LogQuery) => boolean = () => true) {
  const asked: LogQuery[] = [];
  const count = ({ from, to, status }: LogQuery) =>
    entries.filter(
      (entry) =>
        (from === undefined || entry.at >= Date.parse(from)) &&
        (to === undefined || entry.at <= Date.parse(to)) &&
        (status === undefined || entry.status === status),
    ).length;
  const measure = async (query: LogQuery): Promise<Measure> => {
    // What was measured is remembered.
    if (!asked.some((other) => JSON.stringify(other) === JSON.stringify(query))) asked.push(query);
    return { query, count: accepts(query) ? count(query) : undefined, isShort: false, exchange: {} as Exchange };
  };
  return { measure, count, asked };
}

test('a range up to a moment has the wanted number of items', async () => {
  const { measure, count, asked } = counting(daily);
  for (const wanted of [1, 7, 20, 39]) {
    const range = await findRangeOfSize(wanted, sense, measure);
    expect(count(range!)).toBe(wanted);
  }
  expect(asked.length).toBeLessThan(4 * 18);
});

test('hints find a range of each size at once, and wrong ones do no harm', async () => {
  const times = daily.map(({ at }) => at).sort((a, b) => a - b);
  const askedWith = async (hints: readonly number[]) => {
    const { measure, count, asked } = counting(daily);
    for (const wanted of [1, 7, 20, 39])
      expect(count((await findRangeOfSize(wanted, { ...sense, hints }, measure))!)).toBe(wanted);
    return asked.length;
  };
  // The whole log, its two cuts, and one range each.
  expect(await askedWith(times)).toBe(3 + 4);
  expect(await askedWith(times.map((at) => at + 5 * day))).toBeLessThan(4 * 18);
});

test('entries that share a time come from the other side, or with one status', async () => {
  // Three at once, the oldest of all: up to a moment there are none, or three and more.
  const ties = daily.map((entry, index) => (index >= 37 ? { ...entry, at: daily[39]!.at } : entry));
  const { measure, count } = counting(ties);
  const range = await findRangeOfSize(2, sense, measure);
  expect(count(range!)).toBe(2);
  expect(range).toMatchObject({ from: expect.any(String) });
});

test('there is none where all entries share their time and status', async () => {
  const { measure } = counting(daily.map((entry) => ({ ...entry, at: newest, status: 'failed' })));
  expect(await findRangeOfSize(7, sense, measure)).toBeUndefined();
});

test('a range between two moments whose counts are known is tried before others', async () => {
  const { measure, count, asked } = counting(daily);
  // Up to the cuts there are 10 and 30 entries.
  const range = await findRangeOfSize(20, sense, measure);
  expect(range).toEqual({ from: form.render(sense.cuts[0]!), to: form.render(sense.cuts[1]!) });
  expect(count(range!)).toBe(20);
  expect(asked).toHaveLength(3 + 1);
});

test('a size that the log does not have is not sought', async () => {
  const { measure, asked } = counting(daily);
  expect(await findRangeOfSize(41, sense, measure)).toBeUndefined();
  // The whole log and its two cuts, and the log with either status.
  expect(asked).toHaveLength(3 + 2);
});

test('a range that has more entries than the counts say is not taken', async () => {
  // An entry at a cut belongs to the ranges up to it and from it on.
  const { measure, count } = counting(daily);
  const cuts = [newest - 30 * day, newest - 10 * day];
  const range = await findRangeOfSize(20, { ...sense, cuts }, measure);
  expect(count(range!)).toBe(20);
});

test('a rejected range ends the search on its side', async () => {
  const { measure, asked } = counting(daily, ({ status }) => status === 'failed');
  const range = await findRangeOfSize(3, sense, measure);
  expect(range).toMatchObject({ status: 'failed' });
  expect(asked.filter(({ status }) => status === undefined)).toHaveLength(1);
});
