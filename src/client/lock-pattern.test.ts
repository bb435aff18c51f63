import { expect, test } from 'vitest';
import { LockPattern } from './lock-pattern.ts';

/** Whether throttling after these numbers of valid requests and of others is taken for a lock. */
function isLockAfter(...times: readonly (readonly [valid: number, strangers: number])[]): boolean {
  const pattern = new LockPattern();
  for (const [valid, strangers] of times) {
    for (let n = 0; n < valid; n += 1) pattern.noteAnswer(false);
    for (let n = 0; n < strangers; n += 1) pattern.noteAnswer(true);
    pattern.noteThrottling();
  }
  return pattern.isMet;
}

test('throttling after as many wrong tokens and far fewer requests is a lock', () => {
  expect(isLockAfter([90, 13], [8, 10])).toBe(true);
  expect(isLockAfter([90, 13], [80, 10], [5, 22])).toBe(true);
});

test('throttling after as many requests, whatever their tokens, is not', () => {
  expect(isLockAfter([90, 10], [70, 30], [95, 5])).toBe(false);
});

test('nor is a limit that allows fewer of all kinds', () => {
  expect(isLockAfter([100, 40], [10, 4])).toBe(false);
});

test('answers that arrive late, after the throttling began, are not another time', () => {
  expect(isLockAfter([90, 13], [4, 1], [3, 0])).toBe(false);
});
