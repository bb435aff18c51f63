import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../test/fake-log.ts';
import type { LogQuery } from './query.ts';
import { findDistinctSorts, findSortNames } from './sort-names.ts';
import { readFirst } from './walk.ts';
import { WebhookLog } from './webhook-log.ts';
import { createWebhookMemory } from './webhook-memory.ts';

const items = itemsNamed('item', 30);

/** `createdAt` is the default order, `size` and `length` are one other order, and `nothing` is ignored. */
const answer: FakeAnswer = ({ sortBy, sortDirection = 'desc', ...query }) => {
  const isOther = sortBy === 'size' || sortBy === 'length';
  const key = (item: string) => (isOther ? item.slice(-1) + item : item);
  const ascending = [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return pageOf(sortDirection === 'asc' ? ascending : ascending.reverse(), 10, query);
};

test('names of one order are one, and the default order is not an effect', async () => {
  const { client } = fakeClient(answer);
  const names = ['createdAt', 'nothing', 'size', 'length'];
  const readPage = (query: LogQuery) => readFirst(client, { webhook: 'wh_1', query, form: 'alone' });
  expect(await findDistinctSorts(names, readPage)).toEqual({ all: ['createdAt', 'size'], effective: ['size'] });
});

const isKnown = (name: string | undefined) => ['occurredAt', 'attempts', 'status'].includes(name ?? 'status');
const fussy: FakeAnswer = ({ sortBy, ...query }) => (isKnown(sortBy) ? pageOf(items, 10, query) : 400);

test.for([
  ['all of them with requests to spare', false, ['occurredAt', 'status', 'attempts']],
  ['one that names a time with few', true, ['occurredAt']],
] as const)('names that the items show are tried: %s', async ([, onlyFirst, expected]) => {
  const log = new WebhookLog(createWebhookMemory('wh_1', { pages: 9, items: 99 }), fakeClient(fussy).client);
  const members = ['attempts', 'occurredAt'];
  expect(await findSortNames(log, { declared: [], members, onlyFirst })).toEqual(expected);
});

test('a time that the items show is also tried in the other spelling', async () => {
  const snake: FakeAnswer = ({ sortBy = 'occurred_at', ...query }) =>
    sortBy === 'occurred_at' ? pageOf(items, 10, query) : 400;
  const log = new WebhookLog(createWebhookMemory('wh_1', { pages: 9, items: 99 }), fakeClient(snake).client);
  const options = { declared: [], members: ['occurredAt'], onlyFirst: false };
  expect(await findSortNames(log, options)).toEqual(['occurred_at']);
});
