import { expect, test } from 'vitest';
import { disguises } from './disguises.ts';

test('each disguise is wrong in one way: the query, the headers, or the method', () => {
  const all = disguises('/v2/x', 'POST', true);
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(all.length);
  for (const { kind, path, headers, method } of all) {
    const differs = [path !== '/v2/x', headers !== undefined && method !== 'GET', method !== undefined];
    expect(differs.filter(Boolean).length, kind).toBe(1);
    expect(path.split('?')[0]).toBe('/v2/x');
  }
});

test('a method whose response may belong to another operation is tried only where an effect shows what it did', () => {
  const methods = disguises('/v2/x', 'GET', false).flatMap(({ method }) => method ?? []);
  expect(methods).toEqual(['OPTIONS']);
});
