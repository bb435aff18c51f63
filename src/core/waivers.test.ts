import { describe, expect, test } from 'vitest';
import type { Waiver } from './config.ts';
import { daysLeft, findWaiverProblems, reportedVerdict, waiverInForce } from './waivers.ts';

describe('waivers', () => {
  const waiver: Waiver = { requirement: 'logs/json', reason: 'release 4.2', until: '2027-01-31' };

  test('a waiver holds through its last day', () => {
    expect(waiverInForce([waiver], 'logs/json', '2027-01-31')).toBe(waiver);
    expect(waiverInForce([waiver], 'logs/json', '2027-02-01')).toBeUndefined();
    expect(waiverInForce([waiver], 'logs/other', '2027-01-01')).toBeUndefined();
  });

  test('a waiver excuses a failure and what was not decided, and nothing else', () => {
    for (const verdict of ['fail', 'inconclusive'] as const) {
      expect(reportedVerdict(verdict, waiver)).toBe('waived');
      expect(reportedVerdict(verdict, undefined)).toBe(verdict);
    }
    for (const verdict of ['pass', 'notApplicable', 'error'] as const)
      expect(reportedVerdict(verdict, waiver)).toBe(verdict);
  });

  test('a glob covers what it matches, and a waiver that names the requirement wins', () => {
    const glob = { ...waiver, requirement: 'logs/*' };
    expect(waiverInForce([glob], 'logs/json', '2027-01-01')).toBe(glob);
    expect(waiverInForce([glob], 'auth/logs/no-header', '2027-01-01')).toBeUndefined();
    expect(waiverInForce([{ ...waiver, requirement: '*/json' }], 'logs.json', '2027-01-01')).toBeUndefined();
    expect(waiverInForce([glob, waiver], 'logs/json', '2027-01-01')).toBe(waiver);
  });

  test('a waiver with a symptom excuses that failure, whatever its numbers, and no other', () => {
    const held = {
      ...waiver,
      symptom: 'the walk has 171 items; expected 173; page 2 repeats {"id":"log_1"} of page 1',
    };
    const again = 'the walk has 160 items; expected 173; page 9 repeats {"id":"log_8","status":"failed… of page 8';
    expect(reportedVerdict('fail', held, again)).toBe('waived');
    expect(reportedVerdict('fail', held, 'answered 500')).toBe('fail');
    expect(reportedVerdict('inconclusive', held, 'no log')).toBe('waived');
  });

  test('a waiver is announced to expire from two weeks before its last day', () => {
    expect(daysLeft('2027-01-31', '2027-01-16T23:00:00Z')).toBeUndefined();
    expect(daysLeft('2027-01-31', '2027-01-17T01:00:00Z')).toBe(14);
    expect(daysLeft('2027-01-31', '2027-01-31T01:00:00Z')).toBe(0);
  });

  const ids = new Set(['logs/json']);
  const cases: readonly [
    title: string,
    changes: Partial<Waiver>,
    verdict: 'pass' | 'fail' | undefined,
    found: string | undefined,
  ][] = [
    ['in force over a failure', {}, 'fail', undefined],
    ['in force, not decided', {}, undefined, undefined],
    ['matches nothing', { requirement: 'logs/jsno' }, 'fail', 'matches no requirement'],
    ['expired', { until: '2026-12-31' }, 'fail', 'expired on 2026-12-31'],
    ['no longer needed', {}, 'pass', 'the requirement passes'],
  ];
  test.for(cases)('%s', ([, changes, verdict, found]) => {
    const verdicts = new Map(verdict === undefined ? [] : [['logs/json', { verdict }]]);
    const problems = findWaiverProblems([{ ...waiver, ...changes }], ids, verdicts, '2027-01-01');
    expect(problems.map((one) => one.problem)).toEqual(found === undefined ? [] : [expect.stringContaining(found)]);
  });
});
