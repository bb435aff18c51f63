import { expect, test } from 'vitest';
import { seededRandom, shuffle, similarId, wrappedId } from './random.ts';

test('one seed gives one sequence, another seed another', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  for (const value of draw(3)) expect(value >= 0 && value < 1).toBe(true);
});

test('shuffle keeps the items and leaves the list as it is', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8];
  const shuffled = shuffle(items, seededRandom(1));
  expect(shuffled).not.toEqual(items);
  expect([...shuffled].sort()).toEqual(items);
  expect(items).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(shuffle([], seededRandom(1))).toEqual([]);
});

test('a similar id has the form of the given one, and at least 12 characters', () => {
  const random = seededRandom(1);
  for (const [id, form] of [
    ['123e4567-e89b-12d3-a456-426614174000', /^[0-9]{3}[a-f][0-9]{4}-[a-f][0-9]{2}[a-f]-[0-9a-f-]+$/],
    ['WH_live9', /^[A-Z]{2}_[a-z]{4}[0-9][a-z]{4}$/],
    ['42', /^[0-9]{12}$/],
    ['DEADBEEF0123', /^[A-F]{8}[0-9]{4}$/],
  ] as const) {
    const similar = similarId(id, random);
    expect(similar).toMatch(form);
    expect(similar).not.toBe(id);
    expect(similar.length).toBe(Math.max(12, id.length));
  }
});

test('a similar id differs from one with hardly any letter or digit', () => {
  for (const id of ['🎉🎉🎉🎉🎉🎉🎉', '____________1', 'a-----------'])
    expect(similarId(id, seededRandom(1))).not.toBe(id);
});

test.each([
  ['7', '4294967303'],
  ['9007199254740993', '9007203549708289'],
  ['wh_1', undefined],
  ['007', undefined],
  ['', undefined],
])('in 32 bits, the id %j is the same as %j', (id, wrapped) => {
  expect(wrappedId(id)).toBe(wrapped);
  if (wrapped !== undefined) expect(BigInt.asUintN(32, BigInt(wrapped))).toBe(BigInt.asUintN(32, BigInt(id)));
});
