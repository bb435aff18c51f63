import { expect, test } from 'vitest';
import { faults } from '../reference/faults/index.ts';
import { longestFirst } from './order.ts';

test('faults that lose codes are proven before those of a log, and every fault once', async () => {
  const ordered = await longestFirst([...faults].reverse());
  const places = (owner: string) => ordered.flatMap((fault, place) => (fault.owner === owner ? [place] : []));
  expect(Math.max(...places('register/then-verify'))).toBeLessThan(Math.min(...places('logs/sort-direction')));
  expect(new Set(ordered)).toEqual(new Set(faults));
});
