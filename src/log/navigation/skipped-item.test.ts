import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../../test/fake-log.ts';
import { WebhookLog } from '../webhook-log.ts';
import { createWebhookMemory } from '../webhook-memory.ts';
import { findSkippedItem } from './skipped-item.ts';

const items = itemsNamed('item', 25);

const logOver = (answer: FakeAnswer) => {
  const fake = fakeClient(answer);
  return { log: new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), fake.client), ...fake };
};

test('an item that next passes over, and prev of the second page shows, is found with both pages', async () => {
  // Page two starts one item too late; on the way back it is there.
  const { log } = logOver((query) => {
    const page = pageOf(items, 10, query);
    return query['next'] === '10' ? { ...page, data: items.slice(11, 20), prev: '11' } : page;
  });
  const walk = await log.walk();
  expect(walk.items).not.toContain('item11');
  const skipped = await findSkippedItem(log, walk);
  expect(skipped?.item).toBe('item11');
  expect(skipped?.second.number).toBeLessThan(skipped!.back.number);
});

test('nothing is found where prev leads to items that the walk has', async () => {
  const { log, sent } = logOver((query) => pageOf(items, 10, query));
  const walk = await log.walk();
  const before = sent.length;
  expect(await findSkippedItem(log, walk)).toBeUndefined();
  expect(sent.slice(before)).toEqual(['', 'next=10', 'prev=10']);
});

test('nothing is found in a log of one page, and where the second page has no prev', async () => {
  const short = logOver((query) => pageOf(items.slice(0, 5), 10, query));
  expect(await findSkippedItem(short.log, await short.log.walk())).toBeUndefined();
  const oneWay = logOver((query) => ({ ...pageOf(items, 10, query), prev: undefined }));
  expect(await findSkippedItem(oneWay.log, await oneWay.log.walk())).toBeUndefined();
});
