import { expect, test } from 'vitest';
import { type FakePage, fakeClient, pageOf } from '../../../test/fake-log.ts';
import type { Walk } from '../walk.ts';
import { WebhookLog } from '../webhook-log.ts';
import { createWebhookMemory } from '../webhook-memory.ts';
import { findFlicker, findSettledFlicker, settledReturns } from './flicker.ts';

/** Reads a log whose one page has these items, in turn and over again. */
function flickerOf(itemsAt: (reading: number) => string, total?: number) {
  let reading = 0;
  const { client } = fakeClient((): FakePage => {
    const data = [...itemsAt(reading++)];
    return { data, totalItems: total ?? data.length };
  });
  return findFlicker(new WebhookLog(createWebhookMemory('wh_1', { pages: 9, items: 99 }), client), {});
}

const inTurn =
  (...readings: readonly string[]) =>
  (at: number) =>
    readings[at % readings.length]!;

test('items that come and go without anything new are unstable', async () => {
  const found = await flickerOf(inTurn('abc', 'ab', 'bc', 'ac'), 3);
  expect(found).toBeDefined();
});

test('a growing log, a ring and a quiet log are stable', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  expect(await flickerOf((at) => letters.slice(0, at + 1))).toBeUndefined();
  expect(await flickerOf((at) => letters.slice(at, at + 4))).toBeUndefined();
  expect(await flickerOf(() => 'abc')).toBeUndefined();
});

/** Walks of one page with these items, whose total is their number unless it follows a colon. */
const walksOf = (...readings: readonly string[]) =>
  readings.map((reading) => {
    const [text = '', count = text.length] = reading.split(':');
    const items = [...text];
    const bag = new Map(items.map((item) => [item, items.filter((other) => other === item).length]));
    const total = Number(count);
    return { items, bag, total, pages: [{ page: { totalItems: total } }], end: 'end' } as unknown as Walk;
  });

const returnsIn = (before: readonly string[], later: readonly string[], last: readonly string[]) =>
  settledReturns(walksOf(...before), walksOf(...later), walksOf(...last)).map((pair) =>
    pair.map(({ items }) => items.join('')).join(' '),
  );

test('items that were there before and are there afterwards count, wherever they are missing in between', () => {
  expect(returnsIn(['abc'], ['abc', 'ab', 'abc', 'abc'], ['abc'])).toEqual(['ab abc']);
});

test('a replica that is late with new items, or with items that left, is not unstable', () => {
  expect(returnsIn(['abc'], ['abcd', 'abc', 'abcd', 'abc'], ['abcd'])).toEqual([]);
  expect(returnsIn(['abc'], ['bc', 'abc', 'bc', 'abc'], ['bc'])).toEqual([]);
});

test('a reading of a growing log without some old items is unstable if the two readings around it agree', () => {
  expect(returnsIn(['abc'], ['abc', 'bc', 'abc', 'abcd'], ['abcde'])).toEqual(['bc abc']);
  expect(returnsIn(['abc'], ['abc', 'bc', 'abcd', 'abcd'], ['abcde'])).toEqual([]);
});

test('a walk with pages of several replicas of a growing log does not count as unstable, even if the walks around it agree', () => {
  expect(returnsIn(['abc'], ['abcd', 'abd:4', 'abcd', 'abcd'], ['abcde'])).toEqual([]);
  // Nothing is new between the first half of the readings and the last ones, but there is more than before.
  expect(returnsIn(['abc'], ['abcd', 'abd:4', 'abcd', 'abcd'], ['abcd'])).toEqual([]);
});

test('items that repeat decide only where the log did not change at all', () => {
  expect(returnsIn(['aab'], ['aab', 'aa', 'aab'], ['aab'])).toEqual(['aa aab']);
  expect(returnsIn(['aab'], ['aaab', 'aaa', 'aaab'], ['aaaab'])).toEqual([]);
});

test('two alternating replicas, one behind the other, count as stable if a growing log has an odd number of pages', async () => {
  let requests = 0;
  let ms = 3000;
  const { client } = fakeClient((query) => {
    requests += 1;
    ms += 1;
    const count = 27 + Math.floor((ms - (requests % 2) * 400) / 200);
    const items = Array.from({ length: count }, (_, index) => `item${count - index}`);
    return pageOf(items, 10, query);
  });
  const sleep = async () => {
    ms += 600;
  };
  const log = new WebhookLog(
    createWebhookMemory('wh_1', { pages: 9, items: 99 }),
    Object.assign(client, { clock: { ...client.clock, sleep } }),
  );
  const earlier = [await log.read({}, log.form), await log.read({}, log.form)] as const;
  expect(await findSettledFlicker(log, earlier)).toBeUndefined();
});
