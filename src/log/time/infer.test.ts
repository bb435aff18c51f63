import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { LogQuery } from '../query.ts';
import { timeForms } from './form.ts';
import { inferTimeFormat, rangeQuery, type TimeInference } from './infer.ts';
import type { Measure, Meter } from './meter.ts';
import { day, hour, year } from './moments.ts';

const now = Date.UTC(2026, 5, 1, 12);

/** How a target reads a bound: as ms since the epoch, or not at all. */
type Reads = (text: string) => number | 'rejected' | 'ignored';

const rfc3339: Reads = (text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : 'rejected');
const date: Reads = (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : 'rejected');
const epochSeconds: Reads = (text) => (/^\d+$/.test(text) ? Number(text) * 1000 : 'rejected');
const epochMilliseconds: Reads = (text) => (/^\d+$/.test(text) ? Number(text) : 'rejected');

interface FakeTarget {
  /** The moments of its items, ms since the epoch. */
  readonly items?: readonly number[];
  readonly reads: Reads;
  /** Moments that it accepts as bounds. */
  readonly accepts?: (at: number) => boolean;
  readonly sides?: readonly ('from' | 'to')[];
  readonly lowBudget?: boolean;
  /** A range without items has all of them. */
  readonly emptyMeansAll?: boolean;
}

const everyDay = Array.from({ length: 40 }, (_, index) => now - hour - index * day);

/** Counts items between the bounds of a query, in place of requests. */
function fakeMeter({
  items = everyDay,
  reads,
  accepts = () => true,
  sides = ['from', 'to'],
  lowBudget = false,
  emptyMeansAll = false,
}: FakeTarget) {
  const asked: LogQuery[] = [];
  const count = (query: LogQuery): number | undefined => {
    let [lo, hi] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const side of sides) {
      const text = query[side];
      const at = text === undefined ? 'ignored' : reads(text);
      if (at === 'rejected' || (at !== 'ignored' && !accepts(at))) return undefined;
      if (at === 'ignored') continue;
      if (side === 'from') lo = at;
      else hi = at;
    }
    const inside = items.filter((at) => at >= lo && at <= hi).length;
    return inside === 0 && emptyMeansAll ? items.length : inside;
  };
  const known = new Map<string, Measure>();
  const measureAgain = async (query: LogQuery): Promise<Measure> => {
    asked.push(query);
    return { query, count: count(query), isShort: false, exchange: {} as Exchange };
  };
  const meter: Meter = {
    now,
    lowBudget,
    measure: async (query) => {
      const key = JSON.stringify(query);
      const measure = known.get(key) ?? (await measureAgain(query));
      known.set(key, measure);
      return measure;
    },
    measureAgain,
  };
  return { meter, asked };
}

const infer = (target: FakeTarget, declared?: (typeof timeForms)[number]['format'], hints: readonly number[] = []) =>
  inferTimeFormat(fakeMeter(target).meter, { declared, cuts: 4, hints });

const shown = (learned: TimeInference) =>
  learned.understood ? `${learned.sense.form.name}: ${learned.sense.strength}` : learned.why;

const understood: readonly [name: string, target: FakeTarget, expected: string][] = [
  ['RFC 3339', { reads: rfc3339 }, 'RFC 3339, whole seconds: cuts'],
  ['dates', { reads: date }, 'dates: cuts'],
  ['timestamps by their date', { reads: (text) => Date.parse(text.slice(0, 10)) }, 'dates: cuts'],
  [
    'dates and timestamps, a date up to its end',
    { reads: (text) => Date.parse(text.length === 10 ? `${text}T23:59:59Z` : text) },
    'RFC 3339, whole seconds: cuts',
  ],
  ['dates and timestamps', { reads: (text) => Date.parse(text) }, 'RFC 3339, whole seconds: cuts'],
  ['epoch seconds', { reads: epochSeconds }, 'epoch seconds: cuts'],
  ['epoch milliseconds', { reads: epochMilliseconds }, 'epoch milliseconds: cuts'],
  [
    'RFC 3339 with milliseconds only',
    { reads: (text) => (/\.\d{3}Z$/.test(text) ? Date.parse(text) : 'rejected') },
    'RFC 3339 with milliseconds: cuts',
  ],
  [
    'RFC 3339 with an offset only',
    { reads: (text) => (/\+00:00$/.test(text) ? Date.parse(text) : 'rejected') },
    'RFC 3339 with an offset: cuts',
  ],
  ['`to` alone', { reads: rfc3339, sides: ['to'] }, 'RFC 3339, whole seconds: cuts'],
  ['`from` alone', { reads: rfc3339, sides: ['from'] }, 'RFC 3339, whole seconds: cuts'],
  [
    'bounds within a year',
    { reads: rfc3339, accepts: (at) => Math.abs(at - now) < year },
    'RFC 3339, whole seconds: cuts',
  ],
];

test.for(understood)('a target that reads %s is understood, with few requests and with many', async ([
  ,
  target,
  expected,
]) => {
  expect(shown(await infer(target))).toBe(expected);
  expect(shown(await infer({ ...target, lowBudget: true }))).toBe(expected);
});

test('times without an offset are understood where all others are ignored', async () => {
  const reads: Reads = (text) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : 'ignored';
  expect(shown(await infer({ reads }))).toBe('local date-times with a blank: cuts');
});

test('bounds that are ignored, and forms that are all rejected, are told apart', async () => {
  for (const lowBudget of [false, true]) {
    expect(shown(await infer({ reads: () => 'ignored', lowBudget }))).toBe(
      'no time format that was tried makes from and to bound the search',
    );
    expect(shown(await infer({ reads: () => 'rejected', lowBudget }))).toBe(
      'every time format that was tried is rejected',
    );
  }
});

test('a target that ignores only far bounds is understood by closer ones', async () => {
  const reads: Reads = (text) => {
    const at = rfc3339(text);
    return typeof at === 'number' && Math.abs(at - now) > 5 * year ? 'ignored' : at;
  };
  expect(shown(await infer({ reads }))).toBe('RFC 3339, whole seconds: cuts');
});

test('a target that returns everything for a range without items is understood by the times that items show', async () => {
  const items = Array.from({ length: 40 }, (_, index) => now - 14 * day - index * 3 * hour).reverse();
  const target = { reads: rfc3339, items, emptyMeansAll: true };
  expect(shown(await infer(target, undefined, items))).toBe('RFC 3339, whole seconds: cuts');
});

test('few requests show that a target ignores all bounds', async () => {
  const { meter, asked } = fakeMeter({ reads: () => 'ignored' });
  await inferTimeFormat(meter, { declared: undefined, cuts: 3 });
  expect(asked.length).toBeLessThan(80);
});

test('nothing can be inferred from an empty log, or one whose search is rejected', async () => {
  expect(shown(await infer({ reads: rfc3339, items: [] }))).toBe('the log is empty, so that no range can narrow it');
  const { meter } = fakeMeter({ reads: rfc3339 });
  const rejected = { count: undefined, isShort: false, exchange: {} as Exchange };
  const rejecting: Meter = { ...meter, measure: async (query) => ({ query, ...rejected }) };
  const inferred = await inferTimeFormat(rejecting, { declared: undefined, cuts: 1 });
  expect(shown(inferred)).toBe('the unfiltered search is rejected');
});

test('cuts lie inside the log, ascending and far enough apart', async () => {
  const inferred = await infer({ reads: rfc3339 });
  if (!inferred.understood) throw new Error(inferred.why);
  const { cuts } = inferred.sense;
  expect(cuts).toHaveLength(4);
  expect(cuts.every((cut) => cut > everyDay.at(-1)! && cut < everyDay[0]!)).toBe(true);
  expect(cuts.slice(1).every((cut, index) => cut - cuts[index]! > 120_000)).toBe(true);
});

const anyForm: Reads = (text) => (/^\d+$/.test(text) ? 'rejected' : Date.parse(text));

const oldLogs: readonly [name: string, items: readonly number[], expected: string, most: number][] = [
  ['five days', Array.from({ length: 130 }, (_, index) => now - 1.8 * year - index * hour), 'cuts', 24],
  ['one moment', Array.from({ length: 130 }, () => now - 1.8 * year), 'far-bounds', 50],
];

test.for(oldLogs)('an old log of %s costs few requests where every text form is read', async ([
  ,
  items,
  expected,
  most,
]) => {
  const { meter, asked } = fakeMeter({ reads: anyForm, items, lowBudget: true });
  const inferred = await inferTimeFormat(meter, { declared: undefined, cuts: 2 });
  expect(shown(inferred)).toBe(`RFC 3339, whole seconds: ${expected}`);
  expect(asked.length).toBeLessThanOrEqual(most);
});

test('a log with a single moment is understood by its far bounds, and that moment is found', async () => {
  const moment = now - 3 * day;
  const inferred = await infer({ reads: rfc3339, items: [moment, moment] });
  expect(shown(inferred)).toBe('RFC 3339, whole seconds: far-bounds');
  if (!inferred.understood) throw new Error(inferred.why);
  const [first] = inferred.sense.cuts;
  expect(first! - moment).toBeGreaterThanOrEqual(0);
  expect(first! - moment).toBeLessThan(200_000);
});

test('a log that was written within an hour, months ago, is cut as often as wanted', async () => {
  const items = Array.from({ length: 60 }, (_, index) => now - 161 * day - index * 60_000);
  const inferred = await inferTimeFormat(fakeMeter({ reads: epochMilliseconds, items }).meter, {
    declared: undefined,
    cuts: 4,
  });
  expect(inferred.understood && inferred.sense.cuts).toHaveLength(4);
});

test('a declared format is the only one that is tried, and is believed though it cuts nothing', async () => {
  expect(shown(await infer({ reads: date }, 'rfc3339'))).toBe('every time format that was tried is rejected');
  const strange: Reads = (text) => (rfc3339(text) === 'rejected' ? 'rejected' : 'ignored');
  expect(shown(await infer({ reads: strange }, 'rfc3339'))).toBe('RFC 3339, whole seconds: only-form');
  // Undeclared, it is the only format that is accepted.
  expect(shown(await infer({ reads: strange }))).toBe('RFC 3339, whole seconds: only-form');
});

test('the widest range is as wide as the target accepts', async () => {
  const wide = await infer({ reads: rfc3339 });
  const narrow = await infer({ reads: rfc3339, accepts: (at) => Math.abs(at - now) < year });
  if (!wide.understood || !narrow.understood) throw new Error('not understood');
  expect(wide.sense.hi - wide.sense.lo).toBeGreaterThan(90 * year);
  expect([now - narrow.sense.lo, narrow.sense.hi - now].map((span) => Math.round(span / day))).toEqual([361, 361]);
});

test('hints and a low budget save requests', async () => {
  const requests = async (target: Partial<FakeTarget>, hints: readonly number[] = []) => {
    const { meter, asked } = fakeMeter({ reads: rfc3339, ...target });
    await inferTimeFormat(meter, { declared: undefined, cuts: 2, hints });
    return asked.length;
  };
  const [many, few, fewest] = [
    await requests({}),
    await requests({ lowBudget: true }),
    await requests({ lowBudget: true }, everyDay),
  ];
  expect(few).toBeLessThan(many);
  expect(fewest).toBeLessThan(few);
});

test('hints cut a log into equal parts at once; without useful hints, the log is searched step by step', async () => {
  const cutsWith = async (hints: readonly number[]) => {
    const { meter, asked } = fakeMeter({ reads: rfc3339 });
    const time = await inferTimeFormat(meter, { declared: undefined, cuts: 4, hints });
    if (!time.understood) throw new Error('not understood');
    const { cuts, lo, form } = time.sense;
    const counts = await Promise.all(cuts.map((cut) => meter.measure({ from: form.render(lo), to: form.render(cut) })));
    return { asked: asked.length, parts: counts.map(({ count }) => count! / everyDay.length) };
  };
  const ascending = [...everyDay].sort((a, b) => a - b);
  const [without, hinted, wrong] = [
    await cutsWith([]),
    await cutsWith(ascending),
    await cutsWith(ascending.map((at) => at - 20 * year)),
  ];
  expect(hinted.asked).toBeLessThan(without.asked - 5);
  for (const [index, part] of hinted.parts.entries()) expect(part).toBeCloseTo((index + 1) / 5, 1);
  expect(wrong.parts).toEqual(without.parts);
});

test('a range is rendered in the form, without the bounds that are undefined', async () => {
  const sense = { form: timeForms[0]!, lo: 0, hi: 0, cuts: [], strength: 'cuts' } as const;
  expect(rangeQuery(sense, now, undefined)).toEqual({ from: '2026-06-01T12:00:00Z' });
  expect(rangeQuery(sense, undefined, now)).toEqual({ to: '2026-06-01T12:00:00Z' });
});

test('a log that was written long ago is cut among its old items, too, where it gets new ones', async () => {
  const longAgo = Array.from({ length: 40 }, (_, index) => now - 60 * day + index * hour);
  const inferred = await infer({ items: [...longAgo, now - 1000], reads: rfc3339 });
  const cuts = inferred.understood ? inferred.sense.cuts : [];
  const places = new Set(cuts.map((cut) => longAgo.filter((at) => at <= cut).length));
  expect([cuts.length, places.size]).toEqual([4, 4]);
});

test.each([
  ['ISO 8601 without seconds', /T\d\d:\d\dZ$/],
  ['dates as in HTTP', / GMT$/],
])('rare forms that no item shows are tried if all usual ones are rejected: %s', async (name, form) => {
  const reads = (text: string) => (form.test(text) ? Date.parse(text) : 'rejected');
  expect(shown(await infer({ reads }))).toBe(`${name}: cuts`);
  expect(shown(await infer({ reads, lowBudget: true }))).toMatch(/rejected/);
});

test('a rare form that is accepted and does not cut the log is not understood', async () => {
  const reads = (text: string) => (/ GMT$/.test(text) ? 'ignored' : 'rejected');
  expect(shown(await infer({ reads }))).toMatch(/every time format that was tried is rejected/);
});
