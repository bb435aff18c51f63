import { expect, test } from 'vitest';
import { type FakePage, fakeClient } from '../../../test/fake-log.ts';
import { WebhookLog } from '../webhook-log.ts';
import { createWebhookMemory } from '../webhook-memory.ts';
import { hasAnotherTotal, hasChanged, isUnchanged, readWhileUnchanged } from './unchanged.ts';

/** A log of one page, whose every search is answered by `answer`, with the number of searches before it. */
function logOf(answer: (before: number) => FakePage) {
  let searches = 0;
  const { client } = fakeClient((): FakePage => answer(searches++));
  return new WebhookLog(createWebhookMemory('wh_1', { pages: 9, items: 99 }), client);
}

const whole: FakePage = { data: ['a', 'b'], totalItems: 2 };

test('a log whose first reading contradicts itself is unchanged since the first one that does not', async () => {
  const log = logOf((before) => (before === 0 ? { data: ['a', 'b'], totalItems: 3 } : whole));
  await log.walk();
  expect(await isUnchanged(log)).toBe(false);
  const [first, second, third] = [await log.walk(), await log.read({}), await log.read({})];
  await log.walk({ status: 'succeeded' });
  await log.walk({ status: 'failed' });
  const fourth = await log.read({});
  expect(await readWhileUnchanged(log, [first, second, third, fourth])).toEqual([fourth]);
});

test('a log that grew is not unchanged, whatever its first reading was', async () => {
  const log = logOf((before) => (before < 1 ? whole : { data: ['a', 'b', 'c'], totalItems: 3 }));
  await log.walk();
  expect(await readWhileUnchanged(log, [])).toBeUndefined();
});

test('a log is not unchanged if its first reading contradicts itself: as many items may have arrived as left', async () => {
  const log = logOf((before) => (before === 0 ? { data: ['b'], totalItems: 2 } : { data: ['b', 'c'], totalItems: 2 }));
  await log.walk();
  expect(await isUnchanged(log)).toBe(false);
});

test('hasAnotherTotal() requires every first page to have another total', async () => {
  const grown: FakePage = { data: ['a', 'b', 'c'], totalItems: 3 };
  const hasChanged = async (answer: (before: number) => FakePage) => {
    const log = logOf(answer);
    await log.walk();
    return hasAnotherTotal(log);
  };
  expect(await hasChanged((before) => (before === 0 ? whole : grown))).toBe(true);
  expect(await hasChanged((before) => (before % 3 === 0 ? whole : grown))).toBe(false);
  expect(await hasChanged((before) => (before === 0 ? { ...whole, totalItems: 3 } : grown))).toBe(false);
});

test('hasChanged() looks at statuses for searches that depend on them: those with a filter, or with a sort', async () => {
  const more: FakePage = { data: ['a', 'b', 'c'], totalItems: 3 };
  const log = logOf((before) => (before === 0 ? whole : more));
  await log.walk({ status: 'succeeded' });
  expect(await hasChanged(log, { sortDirection: 'asc' })).toBe(false);
  expect(await hasChanged(log, { status: 'succeeded' })).toBe(true);
  expect(await hasChanged(log, { sortBy: 'status' })).toBe(true);
  const steady = logOf(() => whole);
  expect(await hasChanged(steady, { sortBy: 'status' })).toBe(false);
});
