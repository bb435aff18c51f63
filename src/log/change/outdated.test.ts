import { expect, test } from 'vitest';
import { logContext } from '../../../test/log-context.ts';
import { hasChangedBehindCache } from './outdated.ts';

const pageOf = (...data: string[]) => ({ data, totalItems: data.length });

/** Whether the log is seen to have changed, if a search with an unknown parameter gets the second answer and all others the first. */
async function isSeenToChange(known: ReturnType<typeof pageOf>, ...fresh: (ReturnType<typeof pageOf> | number)[]) {
  let searches = 0;
  const { t, sent } = await logContext((query) => {
    if (!('cawl' in query)) return known;
    searches += 1;
    return fresh[Math.min(searches, fresh.length) - 1]!;
  });
  const [log] = t.logs.all;
  return { hasChanged: await hasChangedBehindCache(log!, await log!.walk()), sent };
}

test.each([
  ['a cache returns an old page', pageOf('b', 'c', 'd'), pageOf('a', 'b', 'c', 'd'), true],
  ['the log is as it was', pageOf('b', 'c'), pageOf('b', 'c'), false],
  ['the oldest entry has left', pageOf('b', 'c', 'd'), pageOf('b', 'c'), true],
  ['an unknown parameter finds nothing', pageOf('b', 'c'), pageOf(), false],
  ['an unknown parameter is rejected', pageOf('b', 'c'), 400, false],
  ['a log is empty without parameters', pageOf(), pageOf('b', 'c'), false],
  ['a walk mixes pages of replicas that have more', pageOf('b', 'c'), { data: ['a', 'a', 'd'], totalItems: 5 }, true],
  ['an unknown parameter turns the order', pageOf('b', 'c'), pageOf('c', 'b'), false],
])('%s', async (_, known, fresh, expected) => {
  expect((await isSeenToChange(known, fresh)).hasChanged).toBe(expected);
});

test('an item that some responses lack has not left', async () => {
  expect((await isSeenToChange(pageOf('b', 'c', 'd'), pageOf('b', 'c'), pageOf('b', 'c', 'd'))).hasChanged).toBe(false);
});

test('each search past a cache has another address', async () => {
  const { sent } = await isSeenToChange(pageOf('b'), pageOf('a', 'b'));
  const past = sent.filter((query) => query.includes('cawl'));
  expect(past).toHaveLength(2);
  expect(new Set(past).size).toBe(2);
});

test('one search is enough where the log is as it was', async () => {
  const { sent } = await isSeenToChange(pageOf('b'), pageOf('b'));
  expect(sent.filter((query) => query.includes('cawl'))).toHaveLength(1);
});
