import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../../src/checks/load-suites.ts';
import { logs } from '../../../src/suite.ts';
import { logContext } from '../../../test/log-context.ts';
import { areToldApart, readsCoarsely } from '../../lib/range-edges.ts';
import { expectNothingLostAtBound } from './lost-at-bound.ts';

beforeAll(() => loadSuites());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const begin = Date.UTC(2026, 0, 5);
const entries = Array.from({ length: 60 }, (_, at) => ({
  item: `entry ${at} of the log`,
  at: begin + at * (2 * hourMs + 37_000),
}));

const endOfDay = (at: number) => Math.ceil((at + 1) / dayMs) * dayMs;

/** A log whose `to` means all of its day beside a `from`. @param ofLone what it means alone */
async function ranges(ofLone: (to: number) => number) {
  const { t } = await logContext(({ from, to }) => {
    const [low, high] = [from, to].map((text) => (text === undefined ? undefined : Date.parse(text)));
    if (Number.isNaN(low) || Number.isNaN(high)) return 400;
    const end = high === undefined ? Number.POSITIVE_INFINITY : (low === undefined ? ofLone : endOfDay)(high);
    const found = entries.filter(({ at }) => at >= (low ?? 0) && at < end).map(({ item }) => item);
    return { data: found.reverse(), totalItems: found.length };
  });
  return { t, ranges: await logs.requireRanges(t) };
}

async function judge(ofLone: (to: number) => number): Promise<void> {
  const judged = await ranges(ofLone);
  const { t } = judged;
  const { cuts, pairs } = judged.ranges;
  // What other checks ask before, if the far bound beside it makes the target seem to read days.
  for (const cut of cuts) await areToldApart(t, judged.ranges, [cut, cut + 60_000]);
  expect(readsCoarsely(t)).toBe(true);
  await expectNothingLostAtBound(t, judged.ranges, pairs);
}

test('a bound that is a moment alone, and all of its day beside another, loses entries alone', async () => {
  await expect(judge((to) => to)).rejects.toThrow(/lacks "?entry/);
});

test('a bound that is all of its day in any case loses nothing', async () => {
  await judge(endOfDay);
});
