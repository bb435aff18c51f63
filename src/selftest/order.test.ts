import { expect, test } from 'vitest';
import { faults } from '../reference/faults/index.ts';
import { inProofOrder } from './order.ts';

test('every fault is proven once; faults that lose codes come early, with others between them', async () => {
  const ordered = await inProofOrder([...faults].reverse());
  expect(ordered).toHaveLength(faults.length);
  expect(new Set(ordered)).toEqual(new Set(faults));
  const places = (owner: string) => ordered.flatMap((fault, place) => (fault.owner === owner ? [place] : []));
  const losing = places('register/then-verify');
  expect(Math.max(...losing)).toBeLessThan(ordered.length / 4);
  expect(Math.max(...losing) - Math.min(...losing)).toBeGreaterThan(2 * losing.length);
});
