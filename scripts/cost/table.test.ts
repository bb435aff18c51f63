import { expect, test } from 'vitest';
import { describeCost, describeRequirementCosts, quantile } from './table.mjs';

const fault = (name: string, owner: string, shownBy?: string, index?: number) => ({
  fault: name,
  owner,
  caught: shownBy !== undefined,
  requests: 100,
  proofs: [],
  isDemanded: true,
  ...(shownBy === undefined ? {} : { shownBy, index: index ?? 1 }),
});

test('the table names who asked for most requests first, with the faults that its requests show', () => {
  const counts = new Map([
    ['logs/json', 1],
    ['logs/prev-returns', 3],
  ]);
  const faults = [
    fault('a', 'logs/prev-returns', 'logs/prev-returns', 12),
    fault('b', 'logs/json', 'logs/prev-returns', 2),
    fault('c', 'logs/json'),
  ];
  const [, , ...rows] = describeCost(counts, faults).split('\n');
  expect(rows).toEqual([
    '| `logs/prev-returns` | 3 | 75 % | 1 | 1 | 2 | 2 12 |',
    '| `logs/json` | 1 | 100 % | 2 | 1 | 0 |  |',
  ]);
});

test('a requirement without requests has a row where it owns a fault', () => {
  expect(describeCost(new Map([['x', 1]]), [fault('a', 'y', 'x', 1)])).toContain('| `y` | 0 | 100 % | 1 | 1 | 0 |  |');
});

test('a quantile is the value that as large a share lies below', () => {
  expect([0.5, 0.9].map((share) => quantile([10, 1, 2, 3, 4, 5, 6, 7, 8, 9], share))).toEqual([6, 10]);
});

test('a run reads the requests and the waits of each requirement', () => {
  const rounds = new Map([
    ['logs/json', 0],
    ['auth/logs/no-header', 7],
  ]);
  const module = describeRequirementCosts(new Map([['auth/logs/no-header', 20]]), rounds);
  expect(module.split('\n').filter((line) => line.startsWith("  '"))).toEqual([
    "  'auth/logs/no-header': { requests: 20, rounds: 7 },",
    "  'logs/json': { requests: 0, rounds: 0 },",
  ]);
});
