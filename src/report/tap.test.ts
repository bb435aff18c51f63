import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { renderTap } from './tap.ts';

type Row = Partial<ReportedRequirement> & Pick<ReportedRequirement, 'id' | 'verdict'>;

function tap(rows: readonly Row[], changes: Partial<ConformanceReport> = {}): string[] {
  const requirements = rows.map((row) => ({
    ...{ level: 'stated', area: 'logs', section: '2', source: [{ spec: '2' }], operation: 'logs', exchanges: 1 },
    ...{ statement: 'A page must be complete.', ...row },
  }));
  const report = {
    ...{ kit: { name: 'cawl-conformance', version: '1.2.3' }, target: { baseUrl: 'https://example.com/api' } },
    ...{ run: {}, verdict: 'nonConformant', requirements, ...changes },
  };
  return renderTap(report as unknown as ConformanceReport).split('\n');
}

test('a document has its version, its plan and one test point per requirement', () => {
  expect(tap([{ id: 'logs/json', verdict: 'pass' }])).toEqual([
    'TAP version 14',
    '# cawl 1.2.3: nonConformant, https://example.com/api',
    '1..1',
    'ok 1 - logs/json (stated, §2)',
    '',
  ]);
});

test('undecided and not applicable requirements are skipped, with their reason', () => {
  const lines = tap([
    { id: 'a', verdict: 'inconclusive', message: 'the log is empty' },
    { id: 'b', verdict: 'notApplicable', message: 'not declared' },
  ]);
  expect(lines.slice(3, 5)).toEqual([
    'ok 1 - a (stated, §2) # SKIP not decided: the log is empty',
    'ok 2 - b (stated, §2) # SKIP not applicable: not declared',
  ]);
});

test('a waived failure and an advisory one are TODO, so that they do not fail the document', () => {
  const lines = tap([
    { id: 'a', verdict: 'waived', waiver: { reason: 'release 4.2', until: '2027-01-31' } },
    { id: 'b', verdict: 'fail', level: 'advisory' },
  ]);
  expect(lines).toContain('not ok 1 - a (stated, §2) # TODO waived until 2027-01-31: release 4.2');
  expect(lines).toContain('not ok 2 - b (advisory, §2) # TODO advice, which the gate does not count');
});

test('a failure carries YAML diagnostics that a parser reads back', () => {
  const evidence = {
    request: { method: 'GET', url: 'https://example.com/api/v2', headers: {}, body: null },
    response: { status: 500, headers: {}, body: '', bytes: 0 },
    ...{ ms: 1, curl: "curl 'https://example.com/api/v2'" },
  };
  const lines = tap([{ id: 'a', verdict: 'fail', message: 'returned "500": # no\nlog', evidence: [evidence] }]);
  expect(lines[3]).toBe('not ok 1 - a (stated, §2)');
  expect(lines[4]).toBe('  ---');
  expect(lines.at(-2)).toBe('  ...');
  expect(parse(lines.slice(5, -2).join('\n'))).toEqual({
    message: 'returned "500": # no\\nlog',
    severity: 'failed',
    expected: 'A page must be complete.',
    request: 'GET https://example.com/api/v2',
    response: '500',
    reproduce: evidence.curl,
  });
});

test('text of a target can neither start a directive nor end its line', () => {
  const lines = tap([{ id: 'a # SKIP \\ b', verdict: 'inconclusive', message: 'x\nnot ok 2' }]);
  expect(lines[3]).toBe('ok 1 - a \\# SKIP \\\\ b (stated, §2) # SKIP not decided: x\\nnot ok 2');
  expect(lines).toHaveLength(5);
});

test('a waiver that no longer holds is a failing test point', () => {
  const waiverProblems = [{ requirement: 'logs/json', problem: 'expired on 2026-01-01' }];
  expect(tap([], { waiverProblems })).toEqual(expect.arrayContaining(['1..1', 'not ok 1 - waiver of logs/json']));
});
