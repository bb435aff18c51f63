import { expect, test } from 'vitest';
import { forEachConcurrently } from './concurrency.ts';

test('at most `limit` items are under way, and they start in order', async () => {
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await forEachConcurrently([10, 11, 12, 13, 14], 2, async (item, index) => {
    started.push(item);
    expect(item).toBe(10 + index);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  });
  expect(started).toEqual([10, 11, 12, 13, 14]);
  expect(most).toBe(2);
});

test('without items no work is done', async () => {
  const called = () => Promise.reject(new Error('called'));
  await expect(forEachConcurrently([], 4, called)).resolves.toBeUndefined();
});

test('the first rejection rejects the whole', async () => {
  const failing = forEachConcurrently([1, 2], 2, (item) =>
    item === 2 ? Promise.reject(new Error('2')) : Promise.resolve(),
  );
  await expect(failing).rejects.toThrow('2');
});
