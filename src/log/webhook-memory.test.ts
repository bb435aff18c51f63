import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../test/fake-log.ts';
import { WebhookLog } from './webhook-log.ts';
import { createWebhookMemory, restrictTo } from './webhook-memory.ts';

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
