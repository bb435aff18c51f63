import { expect, test } from 'vitest';
import { faults } from '../reference/faults/index.ts';
import { inProofOrder, spreadAmong } from './order.ts';

test('every fault is proven once; faults that lose codes are spread, and do not come last', async () => {
  const ordered = await inProofOrder([...faults].reverse());
  expect(ordered).toHaveLength(faults.length);
  expect(new Set(ordered)).toEqual(new Set(faults));
  const places = (owner: string) => ordered.flatMap((fault, place) => (fault.owner === owner ? [place] : []));
  const losing = places('register/then-verify');
  expect(losing.length).toBeGreaterThan(10);
  expect(Math.max(...losing)).toBeLessThan(0.9 * ordered.length);
  const gaps = losing.slice(1).map((place, index) => place - losing[index]!);
  expect(Math.min(...gaps)).toBeGreaterThan(ordered.length / losing.length / 4);
});

test('servers are spread among the proofs, and none comes last', () => {
  expect(spreadAmong(['A', 'B'], ['1', '2', '3', '4', '5', '6', '7', '8']).join('')).toBe('1A234B5678');
  expect(spreadAmong([], ['1'])).toEqual(['1']);
  expect(spreadAmong(['A'], [])).toEqual(['A']);
});
