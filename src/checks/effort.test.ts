import { expect, test } from 'vitest';
import { Effort } from './effort.ts';

const at = (depth: 'quick' | 'standard' | 'deep', seed = 7) => new Effort(depth, seed);
const letters = [...'abcdefgh'];

test('pick() falls back to the value for standard', () => {
  expect(at('quick').pick({ quick: 1, standard: 5 })).toBe(1);
  expect(at('standard').pick({ quick: 1, standard: 5 })).toBe(5);
  expect(at('deep').pick({ quick: 1, standard: 5 })).toBe(5);
  expect(at('deep').pick({ standard: 5, deep: 9 })).toBe(9);
});

test('take() takes the first cases that the depth affords, and all where it is not named', () => {
  expect(at('quick').take(letters, { quick: 2 })).toEqual(['a', 'b']);
  expect(at('quick').take(letters, { quick: 0 })).toEqual([]);
  expect(at('standard').take(letters, { quick: 2 })).toEqual(letters);
});

test('sampleCount() takes a fifth at quick and ten times as many at deep, and never none', () => {
  expect(at('quick').sampleCount(10)).toBe(2);
  expect(at('quick').sampleCount(10, 0)).toBe(1);
  expect(at('standard').sampleCount(10)).toBe(10);
  expect(at('deep').sampleCount(10)).toBe(100);
  expect(at('deep').propertySamples(10)).toBe(250);
});

test('sampleOf() keeps the telling cases and the order, and draws the others by the seed', () => {
  const drawn = at('quick').sampleOf(letters, 3);
  expect(drawn).toHaveLength(3);
  expect(drawn[0]).toBe('a');
  expect([...drawn].sort()).toEqual(drawn);
  expect(at('quick').sampleOf(letters, 3)).toEqual(drawn);
  const seeds = Array.from({ length: 20 }, (_, seed) => at('quick', seed).sampleOf(letters, 3).join(''));
  expect(new Set(seeds).size).toBeGreaterThan(3);
  expect(at('standard').sampleOf(letters, 3)).toEqual(letters);
});

test('isLong() is true beyond 60 pages, and never where nothing is left out', () => {
  const walk = (length: number) => ({ pages: { length } });
  expect(at('standard').isLong(walk(60))).toBe(false);
  expect(at('standard').isLong(walk(61))).toBe(true);
  expect(at('deep').isLong(walk(61))).toBe(false);
});

test('isDecidedBy() tries the cheaper way only at quick', async () => {
  expect(await at('quick').isDecidedBy(async () => true)).toBe(true);
  expect(await at('quick').isDecidedBy(async () => false)).toBe(false);
  expect(await at('standard').isDecidedBy(() => Promise.reject(new Error('tried')))).toBe(false);
});
