import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { Admission } from './admission.ts';
import { ExclusiveLock } from './limits.ts';

test('a pace that the target allows does not lift the rate that was asked for', async () => {
  const at = { ms: 0 };
  const slept: number[] = [];
  const clock = { ...systemClock, elapsed: () => at.ms, sleep: async (ms: number) => void slept.push(ms) };
  const admission = new Admission(
    'http://target.example',
    { concurrency: 1, rate: 2 },
    { lock: new ExclusiveLock(), clock },
    () => {},
  );
  admission.slowDown(0);
  for (let answer = 0; answer < 100; answer += 1) {
    at.ms += 20;
    admission.noteAnswer();
  }
  admission.noteRecovery();
  await admission.pace();
  await admission.pace();
  // Half a second for the rate, and a 47th of a second for the pace.
  expect(Math.max(...slept)).toBe(500);
  expect(slept.length).toBe(2);
});
