import { expect, test } from 'vitest';
import type { ConformanceReport } from '../core/report.ts';
import { excusedInWords } from './excused-text.ts';

const reportOf = (excused?: Record<string, number>, verdict = 'conformant') =>
  ({ verdict, run: { excused } }) as unknown as ConformanceReport;

test('what was excused is counted by kind', () => {
  expect(excusedInWords(reportOf({ disturbedReads: 18, unconfirmedFindings: 1 }))).toBe(
    '18 readings did not show the same again, 1 finding did not recur',
  );
});

test('nothing is said where nothing was excused, or of a kind that a later version counts', () => {
  expect(excusedInWords(reportOf())).toBeUndefined();
  expect(excusedInWords(reportOf({ somethingElse: 2 }))).toBeUndefined();
});

test('nothing is said of a run that fails: what was counted may be what was found', () => {
  expect(excusedInWords(reportOf({ acceptedStrangers: 27 }, 'nonConformant'))).toBeUndefined();
});
