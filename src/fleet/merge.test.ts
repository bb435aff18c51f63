import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { exitStatus } from '../core/gate.ts';
import type { ConformanceReport, ReportedJob } from '../core/report.ts';
import type { Verdict } from '../core/verdict.ts';
import { buildReport } from '../runner/run.ts';
import { runSettings } from '../selftest/run-settings.ts';
import { mergeReports } from './merge.ts';

const policy = { failOn: 'gate', requireComplete: false } as const;
const ids = catalogue.filter(({ excluded }) => excluded === undefined).map(({ id }) => id);
const half = Math.floor(ids.length / 2);
const pass: Verdict = { verdict: 'pass', exchanges: 2, samples: { count: 5, kinds: { any: 5 } } };

function shard(
  index: number,
  rows: readonly string[],
  change: { of?: number; verdicts?: Record<string, Verdict>; job?: Partial<ReportedJob>; interrupted?: boolean } = {},
) {
  const settings = {
    baseUrl: 'http://127.0.0.1:9',
    tokens: { valid: 'token-for-tests' },
    fixtures: {
      webhooks: [],
      profileIds: [],
      calendarIds: [],
      limit: 1,
      register: { firstName: 'A', lastName: 'B', email: 'a{unique}@b.c', password: 'p' },
    },
    declares: {},
    waivers: [],
    run: runSettings({ seed: 1, only: rows }),
  };
  const options = { settings, catalogue, failOn: 'gate', version: '1', reportFile: 'r' } as const;
  const selected = catalogue.filter(({ id }) => rows.includes(id));
  const verdicts = new Map(rows.map((id) => [id, change.verdicts?.[id] ?? pass]));
  const totals = {
    requests: 10,
    retries: 1,
    observations: [{ gap: 'refusalStatus', section: '5', value: 401 + index, seen: 3 + index }],
    latency: {},
    inFlight: { average: 1, limit: 1 },
  };
  const result = { verdicts, totals, problems: [], interrupted: change.interrupted === true } as never;
  const report = buildReport(options, selected, result, [], new Date(Date.UTC(2026, 0, 1, 0, index)));
  const job: ReportedJob = { plan: 'p', index, of: change.of ?? 2, selection: { only: [], skip: [] }, ...change.job };
  return { from: `shards/${index}`, report: { ...report, run: { ...report.run, job } } as ConformanceReport };
}

const first = shard(0, ids.slice(0, half));
const second = shard(1, ids.slice(half));

test('two shards make the report of one run', () => {
  const merged = mergeReports([second, first], catalogue);
  expect(merged.verdict).toBe('conformant');
  expect(exitStatus(merged, policy)).toBe(0);
  expect(merged.requirements.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  expect(merged.run).toMatchObject({ requests: 20, retries: 2, startedAt: '2026-01-01T00:00:00.000Z', shard: null });
  expect(merged.observations[0]).toMatchObject({ value: 402, seen: 4, otherwise: [{ value: 401, seen: 3 }] });
});

test('a missing shard is named, what it decides is undecided, and the exit status is 3', () => {
  const merged = mergeReports([first], catalogue);
  expect(merged.run.merged!.problems).toEqual([{ shard: 'shard 2 of 2', kind: 'missing', problem: 'has no report' }]);
  expect(merged.requirements.find(({ id }) => id === ids[half])).toMatchObject({
    verdict: 'inconclusive',
    message: 'not decided: shard 2 of 2 has no report',
  });
  expect(exitStatus(merged, policy)).toBe(3);
});

test('a failure stands although a shard is missing, and the exit status is 3 nevertheless', () => {
  const failing = shard(0, ids.slice(0, half), {
    verdicts: { [ids[0]!]: { verdict: 'fail', message: 'wrong', exchanges: 1 } as Verdict },
  });
  const merged = mergeReports([failing], catalogue);
  expect(merged.verdict).toBe('nonConformant');
  expect(exitStatus(merged, policy)).toBe(3);
});

test.each([
  ['plan', { plan: 'q' }, 'its plan is q; expected p'],
  ['implementation', { implementation: 'other' }, 'its implementation is other; expected undefined'],
])('a shard of another %s is named and not counted', (_, job, problem) => {
  const merged = mergeReports([first, shard(1, ids.slice(half), { job })], catalogue);
  expect(merged.run.merged!.problems[0]).toEqual({ shard: 'shards/1', kind: 'foreign', problem });
  expect(merged.run.requests).toBe(10);
  expect(exitStatus(merged, policy)).toBe(3);
});

test.each(['seed', 'depth'] as const)('a shard with another %s is foreign', (key) => {
  const other = {
    ...second,
    report: { ...second.report, run: { ...second.report.run, [key]: 'deep' } },
  } as typeof second;
  expect(mergeReports([first, other], catalogue).run.merged!.problems[0]!.problem).toContain(`its ${key} is deep`);
});

test('a report that an earlier plan left is named, whichever comes first', () => {
  const job = { of: 3, plan: 'earlier' };
  const merged = mergeReports([{ ...shard(0, ids.slice(0, half), { job }), from: 'left' }, first, second], catalogue);
  expect(merged.run.merged).toEqual({
    shards: 2,
    of: 2,
    problems: [{ shard: 'left', kind: 'foreign', problem: 'its plan is earlier; expected p' }],
  });
  expect(merged.requirements.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
  expect(exitStatus(merged, policy)).toBe(3);
});

test('a folder without a report, and a report of another run, are named', () => {
  const { job: _, ...run } = second.report.run;
  const plain = { from: 'plain', report: { ...second.report, run } };
  const merged = mergeReports([{ from: 'empty', problem: 'has no report' }, plain, first], catalogue);
  expect(merged.run.merged!.problems.map(({ shard: name, kind }) => `${name} ${kind}`)).toEqual([
    'empty missing',
    'plain foreign',
    'shard 2 of 2 missing',
  ]);
  expect(exitStatus(merged, policy)).toBe(3);
  expect(() => mergeReports([plain], catalogue)).toThrow('plain is not the report of a job');
});

test('a shard that could not judge the target is named, and does not speak for the others', () => {
  const { report } = first;
  const away = { ...first, report: { ...report, run: { ...report.run, unjudged: { reason: 'cannot reach it' } } } };
  const merged = mergeReports([away, second], catalogue);
  expect(merged.run.merged!.problems[0]).toMatchObject({
    kind: 'partial',
    problem: expect.stringContaining('could not judge the target: cannot reach it'),
  });
  expect(merged.run.unjudged).toBeUndefined();
  expect(exitStatus(merged, policy)).toBe(3);
});

test('a shard that is there twice counts once, and takes nothing away', () => {
  const merged = mergeReports([first, second, { ...second, from: 'again' }], catalogue);
  expect(merged.run.merged!.problems.map(({ kind }) => kind)).toEqual(['duplicate']);
  expect(merged.run.requests).toBe(20);
  expect(exitStatus(merged, policy)).toBe(0);
});

test('a stopped shard is named, its requirements are undecided unless they failed, and the exit status is 3', () => {
  const [failing, passing] = ids.slice(half) as [string, string];
  const verdicts = { [failing]: { verdict: 'fail', message: 'wrong', exchanges: 1 } as Verdict };
  const merged = mergeReports([first, shard(1, ids.slice(half), { interrupted: true, verdicts })], catalogue);
  expect(merged.run.merged!.problems).toEqual([
    { shard: 'shard 2 of 2', kind: 'partial', problem: 'was stopped before its end (shards/1)' },
  ]);
  const rowOf = (id: string) => merged.requirements.find((row) => row.id === id);
  expect(rowOf(passing)).toMatchObject({
    verdict: 'inconclusive',
    message: 'not decided: shard 2 of 2 was stopped before its end (shards/1)',
  });
  expect(rowOf(failing)).toMatchObject({ verdict: 'fail', message: 'wrong' });
  expect(rowOf(ids[0]!)).toMatchObject({ verdict: 'pass' });
  expect(exitStatus(merged, policy)).toBe(3);
});

test('a stopped part of the samples leaves its rows undecided', () => {
  const part = (index: number, interrupted: boolean) =>
    shard(index, ids, { interrupted, job: { samples: { index, of: 2 } } });
  const merged = mergeReports([part(0, false), part(1, true)], catalogue);
  expect(new Set(merged.requirements.filter(({ id }) => ids.includes(id)).map(({ verdict }) => verdict))).toEqual(
    new Set(['inconclusive']),
  );
  expect(exitStatus(merged, policy)).toBe(3);
});

test('parts of the samples add up, one failure is a failure, and a missing part leaves its requirements undecided', () => {
  const part = (index: number, verdicts: Record<string, Verdict> = {}) =>
    shard(index, ids, { verdicts, job: { samples: { index, of: 2 } } });
  const both = mergeReports([part(0), part(1)], catalogue);
  expect(both.requirements.find(({ id }) => id === ids[0])!.samples).toEqual({ count: 10, kinds: { any: 10 } });
  const one = mergeReports(
    [part(0), part(1, { [ids[0]!]: { verdict: 'fail', message: 'wrong', exchanges: 1 } as Verdict })],
    catalogue,
  );
  expect(one.requirements.find(({ id }) => id === ids[0])!.verdict).toBe('fail');
  expect(mergeReports([part(1)], catalogue).requirements.find(({ id }) => id === ids[0])!.verdict).toBe('inconclusive');
});

test('a waiver of a glob is judged over all shards', () => {
  const waiver = { requirement: '*', reason: 'a test', until: '2099-01-01' };
  const job = { waivers: [waiver] };
  const passing = mergeReports([shard(0, ids.slice(0, half), { job }), shard(1, ids.slice(half), { job })], catalogue);
  expect(passing.waiverProblems ?? []).toEqual([]);
  const globs = { waivers: [{ ...waiver, requirement: '*/accepts-valid' }] };
  const merged = mergeReports(
    [shard(0, ids.slice(0, half), { job: globs }), shard(1, ids.slice(half), { job: globs })],
    catalogue,
  );
  expect(merged.waiverProblems).toEqual([
    { requirement: '*/accepts-valid', problem: 'all of them pass: remove the waiver' },
  ]);
});
