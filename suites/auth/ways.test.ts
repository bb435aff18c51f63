import { expect, test } from 'vitest';
import type { CheckContext } from '../../src/suite.ts';
import { filteredWays, firstPages } from './ways.ts';

type Filter = readonly (readonly [string, string])[];

const withEffort = (isExhaustive: boolean) => ({ effort: { isExhaustive } }) as CheckContext;
const [succeeded, failed, ascending, byCreated, byStatus]: readonly Filter[] = [
  [['status', 'succeeded']],
  [['status', 'failed']],
  [['sortDirection', 'asc']],
  [['sortBy', 'createdAt']],
  [['sortBy', 'status']],
];
const filters = [succeeded!, failed!, ascending!, byCreated!];

test('two searches have every value of a filter and every sort between them, and each of these as a part', () => {
  const ways = firstPages(withEffort(false), 'w', filters, [byStatus!]);
  const searches = ways.map(({ filter = [] }) => filter);
  expect(searches).toHaveLength(2);
  for (const one of [...filters, byStatus!].flat()) expect(searches.flat()).toContainEqual(one);
  for (const { filter = [], parts = [] } of ways)
    expect(parts.map((part) => part.filter![0]).sort()).toEqual([...filter].sort());
});

test('a target that accepts no filter has no filtered search', () => {
  expect(firstPages(withEffort(false), 'w', [], [])).toEqual([]);
});

test('where nothing is left out, each filter is alone', () => {
  const ways = firstPages(withEffort(true), 'w', filters, [byStatus!]);
  expect(ways.map(({ filter }) => filter)).toEqual([...filters, byStatus!]);
});

test('the way under all filters is gone first, then with cursors alone, then under one filter', () => {
  const all = [...succeeded!, ...byCreated!];
  const [way, ...others] = filteredWays(withEffort(false), 'w', [succeeded!, byCreated!, all]);
  expect(others).toEqual([]);
  expect([way!.filter, way!.repeats, way!.instead?.filter]).toEqual([all, true, succeeded]);
  expect([way!.otherwise?.filter, way!.otherwise?.repeats]).toEqual([all, undefined]);
  expect([way!.otherwise?.instead?.filter, way!.otherwise?.otherwise?.filter]).toEqual([succeeded, succeeded]);
});
