import { expect, test } from 'vitest';
import type { ConformanceReport } from '../../core/report.ts';
import { excusedInWords } from './excused-text.ts';

test('requests without a response are told by operation and connection', () => {
  const lost = { logs: { requests: 27, kept: 25, fresh: 2 }, create: { requests: 1, kept: 0, fresh: 0 } };
  const report = {
    verdict: 'conformant',
    run: { excused: { lostRequests: 28 }, lost },
  } as unknown as ConformanceReport;
  expect(excusedInWords(report)).toBe(
    '28 valid requests that got no response (27 of logs: 25 over kept connections and 2 over new ones, 1 of create)',
  );
});

const reportOf = (excused?: Record<string, number>, verdict = 'conformant') =>
  ({ verdict, run: { excused, unconfirmed: ['logs/walk-complete'] } }) as unknown as ConformanceReport;

test('what was excused is counted by kind', () => {
  expect(excusedInWords(reportOf({ disturbedReads: 18, unconfirmedFindings: 1 }))).toBe(
    '18 contradictions between searches that a second reading did not show, 1 finding that did not recur (logs/walk-complete)',
  );
});

test('nothing is said where nothing was excused, or of a kind that a later version counts', () => {
  expect(excusedInWords(reportOf())).toBeUndefined();
  expect(excusedInWords(reportOf({ somethingElse: 2 }))).toBeUndefined();
});

test('a run that fails says nothing of it: what was counted may be what it fails for', () => {
  expect(excusedInWords(reportOf({ acceptedStrangers: 27 }, 'nonConformant'))).toBeUndefined();
});
