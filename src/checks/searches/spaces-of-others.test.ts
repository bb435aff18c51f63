import { expect, test } from 'vitest';
import { itemsNamed, pageOf } from '../../../test/fake-log.ts';
import { logContext } from '../../../test/log-context.ts';
import { coveringArray } from '../../generators/covering-array.ts';
import { bagOf } from '../../oracles/bag.ts';
import { type Ranges, requireRanges } from './log-ranges.ts';
import type { SearchFactors } from './search-space.ts';
import { type OtherLog, rangesWithin, spacesOfOthers } from './spaces-of-others.ts';

const factors: SearchFactors = {
  range: ['none', 'from', 'to', 'both', 'same'],
  status: ['none', 'succeeded', 'failed'],
  sortBy: ['none', 'createdAt'],
  sortDirection: ['none', 'asc', 'desc'],
  page: ['on'],
  webhook: ['judged'],
};

function otherLog(id: string, items: readonly string[], pages: number): OtherLog {
  const walk = { webhook: id, query: {}, form: 'repeated', items, bag: bagOf(items), end: 'end', total: items.length };
  return { id, walk: { ...walk, pages: Array(pages).fill(undefined) } as unknown as OtherLog['walk'] };
}

const several = otherLog('several', itemsNamed('a', 30), 3);
const single = otherLog('single', itemsNamed('b', 5), 1);
const empty = otherLog('empty', [], 1);

test('each two parameters come together on the largest other log', () => {
  const [space, further] = spacesOfOthers([several, single, empty], factors, 2, false);
  const rows = coveringArray(space!.factors, { ...space!, random: () => 0.5 });
  expect(new Set(rows.map(({ webhook }) => webhook))).toEqual(new Set(['several']));
  const pairs = new Set(rows.map(({ range, sortBy }) => `${range} ${sortBy}`));
  for (const range of ['from', 'to', 'both']) expect(pairs).toContain(`${range} createdAt`);
  expect(further!.factors.webhook).toEqual(['single', 'empty']);
});

test('a log without entries is only searched with all parameters at once', () => {
  const [, further] = spacesOfOthers([several, single, empty], factors, 2, false);
  const rows = coveringArray(further!.factors, { ...further!, random: () => 0.5 });
  const ofEmpty = rows.filter(({ webhook }) => webhook === 'empty');
  expect(ofEmpty).not.toEqual([]);
  for (const { range, status, sortBy, sortDirection } of ofEmpty)
    expect([range, status, sortBy, sortDirection]).not.toContain('none');
});

const day = 86_400_000;
const newest = Date.parse('2026-01-31T12:00:00Z');

/** Ranges of a log with one entry a day. */
async function rangesOfDays(): Promise<Ranges> {
  const { t } = await logContext((query) => {
    const [from, to] = [query['from'], query['to']].map((text) => (text === undefined ? undefined : Date.parse(text)));
    if (Number.isNaN(from) || Number.isNaN(to)) return 400;
    const at = (index: number) => newest - index * day;
    const isInside = (moment: number) => moment >= (from ?? 0) && moment <= (to ?? Number.POSITIVE_INFINITY);
    return pageOf(
      itemsNamed('entry', 30).filter((_, index) => isInside(at(index))),
      10,
      query,
    );
  });
  return requireRanges(t);
}

test('bounds lie inside another log whose items show their times, and leave out some of it', async () => {
  const ranges = await rangesOfDays();
  const times = [0, 1, 2, 3, 4, 5].map((index) => new Date(newest - (100 + index) * day).toISOString());
  const { walk } = otherLog(
    'old',
    times.map((createdAt) => JSON.stringify({ createdAt })),
    1,
  );
  const { from, to } = rangesWithin(ranges, walk).shared.both;
  const [early, late] = [Date.parse(from!), Date.parse(to!)];
  expect(early).toBeGreaterThan(Date.parse(times.at(-1)!));
  expect(late).toBeLessThan(Date.parse(times[0]!));
  expect(early).toBeLessThan(late);
});

test('the ranges of the judged log are kept where the items of another one show no times', async () => {
  const ranges = await rangesOfDays();
  expect(rangesWithin(ranges, single.walk)).toBe(ranges);
});
