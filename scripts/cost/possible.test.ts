import { expect, test } from 'vitest';
import { cheapestOrder, describePossible, requestsFor } from './possible.mjs';

test('the request that shows most faults comes first', () => {
  const { order, shown } = cheapestOrder([[['a', 'b']], [['c']], [['c']], [['a', 'b', 'd', 'e']]]);
  expect(order).toEqual(['c', 'a', 'b', 'd', 'e']);
  expect(shown).toEqual([1, 1, 3, 5]);
});

test('of several proofs of one fault the one counts that takes fewest new requests', () => {
  expect(
    cheapestOrder([
      [['a', 'b']],
      [
        ['x', 'y'],
        ['a', 'b', 'c'],
      ],
    ]).order,
  ).toEqual(['a', 'b', 'c']);
});

test('a fault shows at no extra cost once its requests were sent for others', () => {
  expect(cheapestOrder([[['a']], [['a']], [['b']], [['b', 'a']]]).shown).toEqual([1, 1, 2, 2]);
});

test('a share of the faults shows within the requests of the last of them', () => {
  const shown = [1, 1, 3, 4];
  expect([0.5, 0.75, 1].map((share) => requestsFor(shown, share))).toEqual([1, 3, 4]);
});

test('the summary counts faults whose finding rests on requests', () => {
  const found = (...proofs: string[][]) => ({ proofs: proofs.map((proof) => proof.map((request) => ({ request }))) });
  expect(describePossible([found(['a']), found(['a'], ['b', 'c']), found([]), found(['b', 'c'])])).toBe(
    'At best, with each proof known in advance, 3 faults show within so many requests: 50 % within 1, 69 % within 3, 80 % within 3, 90 % within 3, 100 % within 3.',
  );
});
