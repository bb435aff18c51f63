import { expect, test } from 'vitest';
import { describeQuery, encodeQuery, isPlain, type LogQuery, parametersOf } from './query.ts';

test('equal queries have the same description, whatever the order of their members', () => {
  const one: LogQuery = { status: 'failed', sortDirection: 'asc', from: '2026-01-01' };
  const other: LogQuery = { from: '2026-01-01', sortDirection: 'asc', status: 'failed' };
  expect(describeQuery(one)).toBe('status=failed&sortDirection=asc&from=2026-01-01');
  expect(describeQuery(other)).toBe(describeQuery(one));
});

test('a query without parameters is plain and described as no filter', () => {
  expect(describeQuery({})).toBe('no filter');
  expect([isPlain({}), isPlain({ sortBy: 'time' })]).toEqual([true, false]);
  expect(parametersOf({})).toEqual([]);
});

test('an empty value is still a parameter', () => {
  expect(parametersOf({ from: '' })).toEqual([['from', '']]);
  expect(isPlain({ from: '' })).toBe(false);
});

test('the parameters of a URL are percent-encoded', () => {
  expect(encodeQuery({ status: 'failed', from: '2026-01-01T00:00:00+01:00' })).toBe(
    'status=failed&from=2026-01-01T00%3A00%3A00%2B01%3A00',
  );
  expect(encodeQuery({})).toBe('');
});
