import { expect, test } from 'vitest';
import type { TargetRecord } from '../verdicts/compare.mjs';
import { describeRows, rowOf } from './table.mjs';

const limits = { requests: 100, timeMs: () => 1000 };
const run = (verdict: string, ms = 10, requests = 50): TargetRecord => ({
  requests,
  verdicts: { 'logs/x': [verdict, 'stated', 3, ''] },
  times: { 'logs/x': ms },
});

test('verdicts that are the same for each seed are steady', () => {
  const row = rowOf('server/a', [run('pass'), run('pass', 700)], limits);
  expect(row).toEqual({ target: 'server/a', requirements: 1, most: 50, slowest: 'logs/x 70 %', problems: [] });
  expect(describeRows([row], 2)).toContain('every verdict is the same each time');
});

test('a verdict that differs for one seed is a problem', () => {
  const { problems } = rowOf('server/a', [run('pass'), run('inconclusive'), run('pass')], limits);
  expect(problems).toEqual(['logs/x: pass ×2, inconclusive ×1']);
});

test('the owner of a fault must fail for each seed', () => {
  expect(rowOf('fault/a', [run('fail'), run('fail')], limits, 'logs/x').problems).toEqual([]);
  expect(rowOf('fault/a', [run('pass'), run('pass')], limits, 'logs/x').problems).toEqual(['logs/x: pass ×2']);
});

test('more than 80 % of the time or of the requests is a problem, but not the time of a finding', () => {
  expect(rowOf('server/a', [run('pass', 810)], limits).problems).toEqual(['logs/x used 81 % of its time']);
  expect(rowOf('server/a', [run('pass', 10, 81)], limits).problems).toEqual(['81 requests of 100: more than 80 %']);
  expect(rowOf('fault/a', [run('fail', 5000)], limits, 'logs/x').problems).toEqual([]);
});

test('a target that was not judged is a problem', () => {
  const failed: TargetRecord = { requests: 0, verdicts: {}, error: 'no port\n at' };
  expect(rowOf('server/a', [failed], limits).problems).toEqual(['not judged: no port']);
});
