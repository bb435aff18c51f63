import { describe, expect, test } from 'vitest';

import { compareRuns, exitStatus, failsGate, type GatePolicy, judgeRun, tooMuchOpen } from './gate.ts';
import type { ConformanceReport, ReportedRequirement, ReportedVerdict } from './report.ts';
import type { Level } from './requirement.ts';

type Row = readonly [level: Level, verdict: ReportedVerdict];

const problem = { requirement: 'logs/json', problem: 'expired' };
const strict: GatePolicy = { failOn: 'gate', requireComplete: false };
const complete: GatePolicy = { failOn: 'gate', requireComplete: true };

function rows(...given: readonly Row[]): ReportedRequirement[] {
  return given.map(([level, verdict], place) => row(`row-${place}`, verdict, level));
}

function passes(count: number): Row[] {
  return Array.from({ length: count }, () => ['stated', 'pass']);
}

function row(id: string, verdict: ReportedVerdict, level: Level = 'stated'): ReportedRequirement {
  return { id, level, verdict, area: 'logs', section: '2', operation: 'logs', statement: '', exchanges: 1 };
}

function report(requirements: readonly ReportedRequirement[], changes: Partial<ConformanceReport> = {}) {
  const run = { depth: 'standard' } as const;
  const verdict = judgeRun({ requirements, waiverProblems: [], kitProblems: [], run });
  return { verdict, requirements, run, ...changes } as ConformanceReport;
}

test('every level but advisory fails the gate, and advisory only on request', () => {
  const levels = ['stated', 'derived', 'declared', 'advisory'] as const;
  expect(levels.map((level) => failsGate(level))).toEqual([true, true, true, false]);
  expect(levels.map((level) => failsGate(level, 'advisory'))).toEqual([true, true, true, true]);
});

describe('judgeRun', () => {
  const cases: readonly [
    title: string,
    given: readonly Row[],
    verdict: string,
    more?: Partial<Parameters<typeof judgeRun>[0]>,
  ][] = [
    ['nothing decided', [], 'undecided'],
    ['one pass', [['stated', 'pass']], 'conformant'],
    [
      'a failure beside passes',
      [
        ['stated', 'pass'],
        ['declared', 'fail'],
      ],
      'nonConformant',
    ],
    [
      'an advisory failure beside a pass',
      [
        ['derived', 'pass'],
        ['advisory', 'fail'],
      ],
      'conformant',
    ],
    [
      'an advisory failure, on request',
      [
        ['derived', 'pass'],
        ['advisory', 'fail'],
      ],
      'nonConformant',
      { run: { depth: 'standard', failOn: 'advisory' } },
    ],
    ['only an advisory pass', [['advisory', 'pass']], 'undecided'],
    ['only a waived failure', [['derived', 'waived']], 'conformant'],
    ['less than a fifth open', [...passes(5), ['derived', 'inconclusive']], 'incomplete'],
    ['a fifth open', [...passes(4), ['derived', 'inconclusive']], 'undecided'],
    ['a waiver for what is open', [...passes(4), ['derived', 'waived']], 'conformant'],
    ['an open declared requirement', [...passes(1), ['declared', 'inconclusive']], 'conformant'],
    ['an open advisory requirement', [...passes(1), ['advisory', 'inconclusive']], 'conformant'],
    ['a requirement that no check decides', [...passes(1), ['stated', 'notApplicable']], 'conformant'],
    ['nothing open at depth quick', passes(3), 'incomplete', { run: { depth: 'quick' } }],
    ['nothing open when it was interrupted', passes(3), 'incomplete', { run: { depth: 'deep', interrupted: true } }],
    ['a failure at depth quick', [['stated', 'fail']], 'nonConformant', { run: { depth: 'quick' } }],
    [
      'nothing but open requirements',
      [
        ['stated', 'inconclusive'],
        ['stated', 'notApplicable'],
      ],
      'undecided',
    ],
    [
      'a kit error beside a pass',
      [
        ['stated', 'pass'],
        ['advisory', 'error'],
      ],
      'undecided',
    ],
    [
      'a kit error beside a failure',
      [
        ['stated', 'fail'],
        ['stated', 'error'],
      ],
      'nonConformant',
    ],
    ['a kit problem beside a pass', [['stated', 'pass']], 'undecided', { kitProblems: ['lost'] }],
    ['a kit problem beside a failure', [['stated', 'fail']], 'nonConformant', { kitProblems: ['lost'] }],
    ['a waiver problem beside a pass', [['stated', 'pass']], 'nonConformant', { waiverProblems: [problem] }],
  ];
  test.for(cases)('%s', ([, given, verdict, more]) => {
    const run = { depth: 'standard' } as const;
    expect(judgeRun({ requirements: rows(...given), waiverProblems: [], kitProblems: [], run, ...more })).toBe(verdict);
  });
});

test.for([
  ['configuration', 'undecided'],
  ['server', 'nonConformant'],
] as const)('a failure whose likely place is the %s makes a run %s', ([where, verdict]) => {
  const failure = { ...row('create/accepts-valid', 'fail'), place: { where, reason: 'p9 is refused' } };
  const given = { waiverProblems: [], kitProblems: [], run: { depth: 'standard' } as const };
  expect(judgeRun({ ...given, requirements: [failure, row('logs/json', 'pass')] })).toBe(verdict);
  const beside = { ...row('logs/page-shape', 'fail'), place: { where: 'server' as const, reason: 'it answers' } };
  expect(judgeRun({ ...given, requirements: [failure, beside] })).toBe('nonConformant');
});

describe('tooMuchOpen', () => {
  const many = passes(20).map(([level, verdict], place) => row(`row-${place}`, verdict, level));
  const open = (id: string, more: Partial<ReportedRequirement> = {}) => ({ ...row(id, 'inconclusive'), ...more });

  test('one open requirement among many is not too much', () => {
    expect(tooMuchOpen([...many, open('logs/json')])).toBeUndefined();
  });

  test('an operation whose valid request was not decided is', () => {
    expect(tooMuchOpen([...many, open('verify/accepts-valid')])).toEqual({
      kind: 'operation',
      id: 'verify/accepts-valid',
    });
  });

  test('an area in which nothing was decided is', () => {
    const [create, other] = [open('create/json', { area: 'create' }), open('create/many', { area: 'create' })];
    expect(tooMuchOpen([...many, create, other])).toEqual({ kind: 'area', area: 'create' });
    expect(tooMuchOpen([...many, create, { ...other, verdict: 'pass' }])).toBeUndefined();
  });

  test('a fifth of the stated and derived requirements is', () => {
    const rest = Array.from({ length: 5 }, (_, place) => open(`open-${place}`));
    expect(tooMuchOpen([...many, ...rest])).toEqual({ kind: 'share', open: 5, required: 25 });
  });

  test('what a setting of the run left open is not, unless nothing was decided', () => {
    const rest = ['verify/accepts-valid', 'verify/json'].map((id) =>
      open(id, { setting: 'fixtures.verificationCode', area: 'registration' }),
    );
    expect(tooMuchOpen([...many.slice(0, 1), ...rest])).toBeUndefined();
    expect(tooMuchOpen(rest)).toEqual({ kind: 'everything' });
  });
});

describe('exitStatus', () => {
  const pass = row('pass', 'pass');
  const fail = row('fail', 'fail');
  const open = row('open', 'inconclusive');
  const many = passes(5).map(([level, verdict], place) => row(`pass-${place}`, verdict, level));
  const cases: readonly [title: string, given: ConformanceReport, policy: GatePolicy, status: number][] = [
    ['conformant', report([pass]), strict, 0],
    ['not conformant', report([pass, fail]), strict, 1],
    ['undecided', report([]), strict, 3],
    ['undecided where the run must be complete', report([open]), complete, 3],
    ['interrupted, even with a failure', report([fail], { run: { interrupted: true } as never }), strict, 130],
    ['too much open', report([pass, open]), strict, 3],
    ['incomplete', report([...many, open]), strict, 0],
    ['incomplete where the run must be complete', report([...many, open]), complete, 1],
    [
      'nothing open at depth quick where the run must be complete',
      report([pass], { verdict: 'incomplete', run: { depth: 'quick' } as never }),
      complete,
      1,
    ],
    [
      'open declared requirement where the run must be complete',
      report([pass, row('d', 'inconclusive', 'declared')]),
      complete,
      1,
    ],
    [
      'open advisory requirement where the run must be complete',
      report([pass, row('a', 'inconclusive', 'advisory')]),
      complete,
      0,
    ],
  ];
  test.for(cases)('%s', ([, given, policy, status]) => {
    expect(exitStatus(given, policy)).toBe(status);
  });

  test('compared with an earlier report, only new problems fail the run', () => {
    const now = report([pass, fail]);
    const status = (earlier: readonly ReportedRequirement[], problems: readonly string[] = []) =>
      exitStatus(now, strict, problems, compareRuns(now, { requirements: earlier }, strict));
    expect(status([pass, row('fail', 'pass')])).toBe(1);
    expect(status([pass, fail])).toBe(0);
    expect(status([pass, row('fail', 'waived')])).toBe(0);
    expect(status([pass, fail], ['a suite did not load'])).toBe(3);
  });
});

describe('compareRuns', () => {
  test('a known failure is listed and does not fail; a new one does', () => {
    const later = report([row('a', 'fail'), row('b', 'fail'), row('c', 'fail', 'advisory')]);
    const comparison = compareRuns(later, { requirements: [row('a', 'fail'), row('b', 'inconclusive')] }, strict);
    expect(comparison.failures.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(comparison.newFailures.map(({ id }) => id)).toEqual(['b']);
    expect(comparison.fails).toBe(true);
  });

  test('a failure is new where a waiver had covered only that it was not decided', () => {
    const later = report([row('a', 'fail'), row('b', 'fail')]);
    const undecided = { ...row('a', 'waived'), wouldDecide: 'a log with two pages' };
    expect(
      compareRuns(later, { requirements: [undecided, row('b', 'waived')] }, strict).newFailures.map(({ id }) => id),
    ).toEqual(['a']);
  });

  test('a requirement that passed and is now undecided is worse; with --require-complete, so is any that was decided', () => {
    const later = report([row('a', 'inconclusive')]);
    const passed = { requirements: [row('a', 'pass')] };
    expect(compareRuns(later, passed, strict)).toMatchObject({ fails: true, newlyUndecided: [{ id: 'a' }] });
    const failed = { requirements: [row('a', 'fail')] };
    expect(compareRuns(later, failed, strict).fails).toBe(false);
    expect(compareRuns(later, failed, complete).fails).toBe(true);
    expect(compareRuns(later, later, complete).fails).toBe(false);
  });

  test('a requirement that vanished is worse, unless the run left it out', () => {
    const later = report([row('a', 'pass')]);
    const earlier = { requirements: [row('a', 'pass'), row('b', 'pass')] };
    expect(compareRuns(later, earlier, strict)).toMatchObject({ fails: true, gone: [{ id: 'b' }] });
    expect(compareRuns(later, earlier, strict, true).fails).toBe(false);
  });

  test('a run without a failure fails where the comparison does', () => {
    const later = report([row('a', 'pass')]);
    const worse = compareRuns(later, { requirements: [row('b', 'pass')] }, strict);
    expect(exitStatus(later, strict, [], worse)).toBe(1);
  });

  test('a waiver problem fails even when nothing else is new', () => {
    const later = report([row('a', 'pass')], { waiverProblems: [problem] });
    expect(compareRuns(later, later, strict).fails).toBe(true);
  });
});
