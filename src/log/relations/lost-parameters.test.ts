import { expect, test } from 'vitest';
import { describeQuery, type LogQuery } from '../query.ts';
import { lostParameters } from './lost-parameters.ts';

const totals: Readonly<Record<string, number>> = {
  'no filter': 437,
  'status=succeeded': 293,
  'from=a&to=b': 300,
  'to=b': 322,
};
const totalOf = async (query: LogQuery) => totals[describeQuery(query)];

test('the filter without which a search has the total is the one that was lost, whatever its order', async () => {
  const query: LogQuery = { status: 'succeeded', to: 'b', sortBy: 'createdAt', sortDirection: 'asc' };
  expect(await lostParameters(query, 293, totalOf)).toEqual(['to']);
  expect(await lostParameters(query, 322, totalOf)).toEqual(['status']);
});

test('several filters are named where no single one explains the total', async () => {
  expect(await lostParameters({ status: 'succeeded', from: 'a', to: 'b' }, 437, totalOf)).toEqual([
    'status',
    'from',
    'to',
  ]);
});

test('a total of no known search tells nothing', async () => {
  expect(await lostParameters({ status: 'failed', to: 'b' }, 17, totalOf)).toBeUndefined();
});
