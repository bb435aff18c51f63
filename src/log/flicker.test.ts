import { expect, test } from 'vitest';
import { type FakePage, fakeClient } from '../../test/fake-log.ts';
import { findFlicker } from './flicker.ts';
import { WebhookLog } from './webhook-log.ts';
import { createWebhookMemory } from './webhook-memory.ts';

/** Reads a log whose one page has, time after time, these items. */
function flickerOf(readings: readonly string[], total?: number) {
  let reading = 0;
  const { client } = fakeClient((): FakePage => {
    const data = [...readings[Math.min(reading++, readings.length - 1)]!];
    return { data, totalItems: total ?? data.length };
  });
  return findFlicker(new WebhookLog(createWebhookMemory('wh_1', { pages: 9, items: 99 }), client), {});
}

test('items that come back twice without anything new are unstable', async () => {
  const found = await flickerOf(['abc', 'ab', 'bc', 'ac'], 3);
  expect(found?.map(({ items }) => items.join(''))).toEqual(['bc', 'ac']);
});

test('a growing log, a ring and a quiet log are stable', async () => {
  expect(await flickerOf(['a', 'ab', 'abc', 'abcd'])).toBeUndefined();
  expect(await flickerOf(['abc', 'bcd', 'cde', 'def'])).toBeUndefined();
  expect(await flickerOf(['abc'])).toBeUndefined();
});
