import { expect, test } from 'vitest';
import { describeRuns, keyOf } from './table.mjs';

const run = { name: 'liberty/by-age', seed: 3, depth: 'quick', isLearned: false, requests: 300, ms: 900 } as const;

test('each server has a line with its runs, those that were reported, and the most that a depth left undecided', () => {
  const text = describeRuns(
    [
      { ...run, undecided: ['logs/a'], alarms: [] },
      { ...run, seed: 4, undecided: [], alarms: [{ id: 'logs/b', message: 'wrong' }] },
      { ...run, depth: 'standard', undecided: ['logs/a', 'logs/b'], alarms: [] },
    ],
    40,
  );
  expect(text).toMatch(/^liberty\/by-age +3 +1 +2 +1$/m);
  expect(text).toContain('liberty/by-age quick bare 4: logs/b: wrong');
  expect(text).toMatch(/3 of 40 runs on 1 conforming servers: 1 reported$/);
});

test('a run that could not be judged is named, and what was learned is another run', () => {
  const text = describeRuns([{ ...run, undecided: [], alarms: [], error: 'Error: no port\n at' }], 1);
  expect(text).toContain('not judged: Error: no port');
  expect(keyOf({ ...run, isLearned: true })).not.toBe(keyOf(run));
});
