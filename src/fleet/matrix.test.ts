import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { conformant, failing } from '../../test/report/samples.ts';
import { matrixStatus } from '../core/gate.ts';
import type { Matrix } from '../core/matrix.ts';
import type { ConformanceReport } from '../core/report.ts';
import { renderMatrixHtml } from '../report/html/matrix-page.ts';
import { renderMatrixConsole, renderMatrixCsv, renderMatrixMarkdown } from '../report/matrix-text.ts';
import { validator } from '../schema/validator.ts';
import { buildMatrix, type Judged } from './matrix.ts';

const day = 86_400_000;
const now = new Date(Date.parse(failing.run.startedAt) + 2 * day);
const failed = failing.requirements.find(({ verdict, level }) => verdict === 'fail' && level !== 'advisory')!.id;
const good: Judged = { name: 'good', version: '1.0', report: conformantOf(failing), path: 'good/index.html' };
const bad: Judged = { name: 'bad', version: '2.0', report: failing, path: 'bad/index.html' };
const matrix = (judged: readonly Judged[], more: Partial<Parameters<typeof buildMatrix>[1]> = {}): Matrix =>
  buildMatrix(judged, { catalogue, kit: '1', now, staleAfterMs: 7 * day, ...more });
const rowOf = (made: Matrix, id = failed) => made.requirements.find((row) => row.id === id)!;

/** The same requirements, all passed. */
function conformantOf(report: ConformanceReport): ConformanceReport {
  const requirements = report.requirements.map((row) => ({ ...row, verdict: 'pass' as const }));
  return { ...report, verdict: 'conformant', requirements, observations: conformant.observations };
}

test('a row tells who differs, and each cell has version, date and freshness', () => {
  const made = matrix([good, bad]);
  expect(validator('kit/matrix')(made)).toEqual([]);
  expect(rowOf(made)).toMatchObject({
    different: true,
    cells: [
      { verdict: 'pass', version: '1.0', at: failing.run.startedAt, freshness: 'judged' },
      { verdict: 'fail', version: '2.0', freshness: 'judged' },
    ],
  });
  expect(matrixStatus(made)).toBe(1);
  expect(matrixStatus(matrix([good]))).toBe(0);
});

test('an implementation that could not be judged is a column of cells, not an absence', () => {
  const made = matrix([good, { name: 'gone', problem: 'cannot reach it' }]);
  expect(made.implementations[1]).toEqual({ name: 'gone', freshness: 'missing', problem: 'cannot reach it' });
  expect(rowOf(made).cells[1]).toEqual({ verdict: 'missing', message: 'cannot reach it', freshness: 'missing' });
  expect(rowOf(made).different).toBe(false);
  expect(matrixStatus(made)).toBe(3);
});

test('a report that says why the target could not be judged is no judgement', () => {
  const unjudged = { ...failing, run: { ...failing.run, unjudged: { reason: 'cannot reach it' } } };
  const made = matrix([good, { ...bad, report: unjudged }]);
  expect(made.implementations[1]).toMatchObject({ freshness: 'missing', problem: 'cannot reach it' });
  expect(rowOf(made).cells[1]).toMatchObject({ verdict: 'missing', message: 'cannot reach it' });
  expect(matrixStatus(made)).toBe(3);
});

test('what the last matrix knew of it is shown as stale, with its version and date', () => {
  const last = matrix([good, bad]);
  const made = matrix([good, { name: 'bad', problem: 'cannot reach it' }], { last });
  expect(made.implementations[1]).toMatchObject({ freshness: 'stale', problem: 'cannot reach it', version: '2.0' });
  expect(rowOf(made).cells[1]).toMatchObject({ verdict: 'fail', freshness: 'stale', version: '2.0' });
  expect(matrixStatus(made)).toBe(3);
});

test('an old report is stale, and one that was stopped or lacks a shard is partial', () => {
  expect(matrix([good], { staleAfterMs: day }).implementations[0]!.freshness).toBe('stale');
  const stopped = { ...good, report: { ...good.report!, run: { ...good.report!.run, interrupted: true } } };
  expect(matrix([stopped]).implementations[0]!.freshness).toBe('partial');
});

test('the trend counts what got worse since the last matrix, by name and not by place', () => {
  const last = matrix([bad, good]);
  const made = matrix([{ ...bad, name: 'good' }, bad], { last });
  expect(rowOf(made).cells.map(({ before }) => before)).toEqual(['pass', undefined]);
  expect(made.trend!.worse).toBeGreaterThan(0);
  expect(made.trend!.better).toBe(0);
});

test('a bug link is on each failure that it covers, and one without a failure is named', () => {
  const bugs = [
    { implementation: 'bad', requirement: failed, url: 'https://bugs.example/1' },
    { implementation: 'good', requirement: failed, url: 'https://bugs.example/2' },
  ];
  const made = matrix([good, bad], { bugs });
  expect(rowOf(made).cells.map(({ bug }) => bug)).toEqual([undefined, 'https://bugs.example/1']);
  expect(made.settledBugs).toEqual([bugs[1]]);
});

test('the choices in the gaps are compared, with what a portable client may rely on', () => {
  const seen = (value: unknown) => ({
    ...good,
    report: { ...good.report!, observations: [{ gap: 'refusalStatus', section: '5', value, seen: 3 }] },
  });
  const [gap] = matrix([seen(401), { ...seen(403), name: 'other' }]).gaps;
  expect(gap).toMatchObject({ gap: 'refusalStatus', different: true, values: [['401'], ['403']] });
  expect(gap!.portable).toMatch(/^Nothing is common to all: expect 401 \(1 of 2\), 403 \(1 of 2\)\. /);
  expect(matrix([seen(401), { ...seen(401), name: 'other' }]).gaps[0]!.portable).toMatch(
    /^All 2 that were observed chose 401/,
  );
});

test('CSV, Markdown and console name every implementation; a formula stays a text', () => {
  const made = matrix([good, { ...bad, version: '=1+1' }, { name: 'gone', problem: 'not | there' }]);
  expect(renderMatrixCsv(made).split('\r\n')).toHaveLength(2 + 3 * made.requirements.length);
  expect(renderMatrixCsv(made)).toContain("bad,'=1+1,");
  expect(renderMatrixMarkdown(made)).toContain('**missing**: not \\| there');
  expect(renderMatrixConsole(made, false)).toContain(`✓✗∅  ${failed}`);
});

test('every format says at which depth they were judged, and what a quick run does not show', () => {
  const judgedAt = (name: string, depth: 'quick' | 'standard') => ({
    ...good,
    name,
    report: { ...good.report!, run: { ...good.report!.run, depth } },
  });
  const texts = (...judged: Judged[]) =>
    [renderMatrixMarkdown, renderMatrixHtml, (made: Matrix) => renderMatrixConsole(made, false)].map((render) =>
      render(matrix(judged)),
    );
  for (const text of texts(judgedAt('a', 'standard'))) expect(text).toContain('Judged at depth standard.');
  for (const text of texts(judgedAt('a', 'quick'), judgedAt('b', 'standard')))
    expect(text).toContain('Judged at depth quick (1) and standard (1): a quick run takes few samples');
  expect(texts({ name: 'gone', problem: 'not there' }).join('')).not.toContain('Judged at depth');
});

test('in Markdown, the cells of a partial column are marked', () => {
  const stopped = { ...bad, report: { ...failing, run: { ...failing.run, interrupted: true } } };
  const line = renderMatrixMarkdown(matrix([good, stopped]))
    .split('\n')
    .find((text) => text.startsWith(`| \`${failed}\``));
  expect(line).toBe(`| \`${failed}\` | ✓ | ✗ partial |`);
});

test('a page of 50 implementations × 170 requirements is smaller than 3 MB', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    ...(index % 3 === 0 ? bad : good),
    name: `server-${index}`,
  }));
  const made = matrix(many);
  const wide = Array.from({ length: Math.ceil(170 / made.requirements.length) }, () => made.requirements)
    .flat()
    .slice(0, 170);
  const page = renderMatrixHtml({ ...made, requirements: wide });
  expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
});

test('what a target sent cannot end the data of the page', () => {
  const hostile = {
    ...bad,
    report: {
      ...failing,
      requirements: failing.requirements.map((row) => ({ ...row, message: '</script><script>alert(1)</script>' })),
    },
  };
  expect(renderMatrixHtml(matrix([good, hostile]))).not.toContain('<script>alert');
});
