/** What the report of a run that has ended says of the run as a whole. */
import { expect, test } from 'vitest';
import { row } from '../../test/requirement.ts';
import { contextOf, json } from '../../test/run-context.ts';
import type { UnconfirmedFinding } from '../checks/excuses.ts';
import { runTotals } from '../checks/run-context.ts';
import type { Verdict } from '../core/verdict.ts';
import { buildReport, type RunOptions } from './run.ts';

const unconfirmed = (id: string): UnconfirmedFinding => ({ requirement: { ...row, id }, message: 'items', proof: [] });

test.each([
  [
    'three findings on two',
    [unconfirmed('logs/a'), unconfirmed('logs/a'), unconfirmed('logs/b')],
    ['logs/a', 'logs/b'],
  ],
  ['none', [], undefined],
] as const)('each requirement with unconfirmed findings is named once: %s', async (_, findings, named) => {
  const run = await contextOf(json('{}'));
  run.excuses.unconfirmed.push(...findings);
  const { settings } = run;
  const options: RunOptions = { settings, catalogue: [], failOn: 'gate', version: '0', reportFile: 'conformance.json' };
  const result = { verdicts: new Map(), totals: runTotals(run), problems: [], interrupted: false };
  expect(buildReport(options, [], result, [], new Date(0)).run.unconfirmed).toEqual(named);
});

test('what would let the target register more users replaces the hint where a registration was rejected, and no other', async () => {
  const run = await contextOf(json('{}'));
  const { settings } = run;
  const options: RunOptions = { settings, catalogue: [], failOn: 'gate', version: '0', reportFile: 'conformance.json' };
  const undecided = {
    verdict: 'inconclusive',
    message: 'refused',
    exchanges: 1,
    wouldDecide: 'another target',
  } as const;
  const verdicts = new Map<string, Verdict>([
    ['verify/own-code', { ...undecided, reason: 'register-rejected' }],
    ['create/none', { ...undecided, reason: 'create-rejected' }],
    ['logs/none', undecided],
  ]);
  const totals = { ...runTotals(run), remedies: { 'register-rejected': 'a higher limit on users' } };
  const rows = [...verdicts.keys()].map((id) => ({ ...row, id }));
  const { requirements } = buildReport(
    options,
    rows,
    { verdicts, totals, problems: [], interrupted: false },
    [],
    new Date(0),
  );
  expect(requirements.map(({ wouldDecide }) => wouldDecide)).toEqual([
    'a higher limit on users',
    'another target',
    'another target',
  ]);
});
