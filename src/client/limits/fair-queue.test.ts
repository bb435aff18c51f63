import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** The names of all who wait, in the order in which they are served while each keeps its places. */
function served(queue: FairQueue, wanted: Readonly<Record<string, number>>, log: string[]): string[] {
  while (!queue.isEmpty) queue.take((holder) => wanted[String(holder)]!)?.();
  return log;
}

test('the holder that wants the fewest places is served first, and urgent work before it', () => {
  const queue = new FairQueue();
  const log: string[] = [];
  for (const [holder, isUrgent] of [
    ['many', false],
    ['few', false],
    ['few', false],
    ['many', true],
  ] as const)
    queue.add(holder, isUrgent, () => log.push(isUrgent ? `urgent ${holder}` : holder));
  expect(served(queue, { many: 4, few: 2 }, log)).toEqual(['urgent many', 'few', 'few', 'many']);
});

test('among holders that want equally many places, the one that has waited longest is served first', () => {
  const queue = new FairQueue();
  const log: string[] = [];
  for (const holder of ['b', 'a', 'c', 'b', 'a']) queue.add(holder, false, () => log.push(holder));
  expect(served(queue, { a: 2, b: 2, c: 2 }, log)).toEqual(['b', 'a', 'c', 'b', 'a']);
});

test('an empty queue serves nobody', () => {
  const queue = new FairQueue();
  expect(queue.isEmpty).toBe(true);
  expect(queue.take(() => 0)).toBeUndefined();
});
