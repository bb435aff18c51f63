import { expect, test } from 'vitest';
import { diffReports } from '../../src/report/diff.ts';
import { renderDiffConsole, renderDiffJson, renderDiffMarkdown } from '../../src/report/diff-text.ts';
import { hostile } from './hostile-report.ts';
import { conformant, failing, undecided } from './samples.ts';

const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

test('a report compared with itself has no difference', () => {
  const diff = diffReports(failing, failing);
  expect(diff.regressed).toBe(false);
  expect([...diff.worse, ...diff.better, ...diff.undecided, ...diff.changed, ...diff.added, ...diff.gone]).toEqual([]);
  expect(ids(diff.stillFailing)).toContain('logs/prev-returns');
  expect(diff.observations).toEqual([]);
});

test('a new failure is worse, and its opposite is better', () => {
  const there = diffReports(conformant, failing);
  expect(there.regressed).toBe(true);
  expect(ids(there.worse)[0]).toBe('logs/prev-returns');
  expect(ids([...there.worse, ...there.advice])).toHaveLength(7);
  expect(ids(there.undecided)).toEqual(['logs/range-overlap', 'logs/parallel', 'verify/lockout']);
  expect(ids(there.changed)).toEqual(['logs/sort-direction']);
  const back = diffReports(failing, conformant);
  expect(back.regressed).toBe(false);
  expect(ids(back.better).sort()).toEqual(
    [...ids(there.worse), ...ids(there.advice), ...ids(there.undecided), ...ids(there.changed)].sort(),
  );
});

test('a new advisory failure is advice, and a regression only if the run fails on advisory requirements', () => {
  const only = (failOn: 'gate' | 'advisory') => {
    const requirements = conformant.requirements.map((row) =>
      row.id === 'logs/bad-cursor' ? { ...row, verdict: 'fail' as const } : row,
    );
    return diffReports(conformant, { ...conformant, requirements, run: { ...conformant.run, failOn } });
  };
  expect(only('gate').worse).toHaveLength(0);
  expect(ids(only('gate').advice)).toEqual(['logs/bad-cursor']);
  expect(only('gate').regressed).toBe(false);
  expect(only('advisory').regressed).toBe(true);
});

test('added and removed requirements and changed observations are listed', () => {
  const fewer = {
    ...conformant,
    requirements: conformant.requirements.slice(1),
    observations: conformant.observations.slice(1),
  };
  const changed = {
    ...conformant,
    observations: conformant.observations.map((seen) =>
      seen.gap === 'endOfLog' ? { ...seen, value: 'absent' } : seen,
    ),
  };
  expect(ids(diffReports(fewer, conformant).added)).toEqual(['create/accepts-valid']);
  expect(ids(diffReports(conformant, fewer).gone)).toEqual(['create/accepts-valid']);
  expect(diffReports(fewer, conformant).observations).toEqual([
    { gap: 'refusalStatus', before: undefined, after: 401 },
  ]);
  expect(diffReports(conformant, changed).observations).toEqual([{ gap: 'endOfLog', before: 'null', after: 'absent' }]);
});

test('a difference in JSON says whether the target regressed', () => {
  const diff = diffReports(undecided, failing);
  expect(JSON.parse(renderDiffJson(diff))).toMatchObject({ schemaVersion: 1, regressed: true });
});

test('a difference contains no control characters from the target', () => {
  const bad = diffReports(conformant, hostile);
  expect(renderDiffConsole(bad, { color: false, width: 80 })).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  expect(renderDiffMarkdown(bad)).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
});
