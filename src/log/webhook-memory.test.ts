import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../test/fake-log.ts';
import type { LogQuery } from './query.ts';
import type { Walk } from './walk.ts';
import { WebhookLog } from './webhook-log.ts';
import { createWebhookMemory, inconsistentWalks, restrictTo } from './webhook-memory.ts';

test('walks that did not add up before the log was restricted to a window do not count within it', async () => {
  const grown: FakeAnswer = (query) => ({
    ...pageOf(itemsNamed('item', 25), 10, query),
    totalItems: 'next' in query ? 26 : 25,
  });
  const memory = createWebhookMemory('wh_1', { pages: 9, items: 99 });
  const log = new WebhookLog(memory, fakeClient(grown).client);
  await log.read({});
  expect(log.inconsistent).toHaveLength(1);
  restrictTo(memory, { to: '2026-01-31' });
  expect(log.inconsistent).toHaveLength(0);
});

test('a walk is not inconsistent if its cursor was sent alone and does not carry the filter', () => {
  const memory = createWebhookMemory('wh_1', { pages: 9, items: 99 });
  const read = (query: LogQuery, form: Walk['form']) => ({ query, form }) as Walk;
  const [plain, alone, repeated] = [
    read({}, 'alone'),
    read({ status: 'failed' }, 'alone'),
    read({ status: 'failed' }, 'repeated'),
  ];
  memory.inconsistent.push(plain, alone, repeated);
  memory.cursor.form = 'repeated';
  expect(inconsistentWalks(memory)).toEqual([plain, repeated]);
});
