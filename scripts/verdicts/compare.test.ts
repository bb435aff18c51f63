import { expect, test } from 'vitest';
import { compare, describeDifferences, type Recording } from './compare.mjs';

const recording = (verdict: string, exchanges: number, requests: number, message = ''): Recording => ({
  'fault/a': { requests, verdicts: { 'logs/x': [verdict, 'stated', exchanges, message] } },
});

test('a changed message is not a difference', () => {
  expect(compare(recording('fail', 3, 9, 'one'), recording('fail', 3, 9, 'two'))).toEqual([]);
});

test('a changed verdict, and changed counts, are differences', () => {
  const differences = compare(recording('fail', 3, 9, 'broken'), recording('pass', 3, 8));
  expect(differences).toEqual([
    { target: 'fault/a', kind: 'verdict', id: 'logs/x', before: 'fail (stated) broken', after: 'pass (stated)' },
    { target: 'fault/a', kind: 'requests', before: '9', after: '8' },
  ]);
  expect(describeDifferences(differences)).toContain('2 differences (error: 0, verdict: 1, exchanges: 0, requests: 1)');
  expect(compare(recording('fail', 3, 9), recording('fail', 4, 9))).toMatchObject([{ kind: 'exchanges', after: '4' }]);
});

test('what differs between two recordings of the same code is noise', () => {
  expect(compare(recording('fail', 3, 9), recording('fail', 4, 8), recording('fail', 5, 7))).toEqual([]);
});

test('targets that only one recording has are not compared, and an error is a difference', () => {
  expect(compare({}, recording('fail', 3, 9))).toEqual([]);
  const failed: Recording = { 'fault/a': { requests: 0, verdicts: {}, error: 'no port' } };
  expect(compare(recording('fail', 3, 9), failed)).toMatchObject([{ kind: 'error', after: 'no port' }]);
});
