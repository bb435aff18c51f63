/**
 * No verdict on ranges depends on the hour at which a run begins, though the moments that cut a log are searched backwards
 * from it, nor on the seed, though it draws others. A sample takes one fault at two hours; in full, a third of the range faults is
 * judged besides.
 */
import { afterEach, expect, test, vi } from 'vitest';
import type { Fault } from '../../src/reference/fault.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { prove } from '../../src/selftest/prove.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { sampled } from '../extent.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const systemNow = Date.now;

/** Depends on times of day alone. */
const timesOfDay = faults.filter(({ name }) => name === 'logs-range-time-of-day');
const ofRanges = faults
  .filter(({ owner, unseen }) => owner.startsWith('logs/range-') && unseen === undefined)
  .filter((_, index) => index % 3 === 0);

const cases: readonly (readonly [hour: number, fault: Fault])[] = [
  ...sampled([12.75, 0.5, 3.5, 6.5, 9.5, 15.5, 18.5, 21.5], 4).flatMap((hour) =>
    timesOfDay.map((fault) => [hour, fault] as const),
  ),
  ...sampled(ofRanges, ofRanges.length).map((fault, index) => [(7 * index + 1.25) % 24, fault] as const),
];

afterEach(() => {
  vi.restoreAllMocks();
});

for (const [hour, fault] of cases)
  test(`at ${hour} h UTC ${fault.owner} fails on ${fault.name}`, { timeout: 60_000 }, async () => {
    const today = Math.floor(systemNow() / dayMs) * dayMs;
    const ahead = today + hour * hourMs - systemNow();
    vi.spyOn(Date, 'now').mockImplementation(() => systemNow() + ahead);
    const { row, ownerVerdict, errors } = await prove(fault, catalogue, { depth: 'standard', seed: 1, scope: 'owner' });
    expect(errors).toEqual([]);
    expect(row.caught, `${fault.name}: ${ownerVerdict}`).toBe(true);
  });

/** Depends on minutes alone. */
const everyOtherMinute = faults.filter(({ name }) => name.endsWith('-ignored-on-odd-minutes'));

for (const seed of sampled([2, 3, 4, 5], 1))
  for (const fault of everyOtherMinute)
    test(`with seed ${seed} ${fault.owner} fails on ${fault.name}`, { timeout: 60_000 }, async () => {
      const { row, ownerVerdict, errors } = await prove(fault, catalogue, { depth: 'standard', seed, scope: 'owner' });
      expect(errors).toEqual([]);
      expect(row.caught, `${fault.name}: ${ownerVerdict}`).toBe(true);
    });
