/** What the report of a run that has ended says of the run as a whole. */
import { expect, test } from 'vitest';
import { row } from '../../test/requirement.ts';
import { contextOf, json } from '../../test/run-context.ts';
import type { UnconfirmedFinding } from '../checks/excuses.ts';
import { runTotals } from '../checks/run-context.ts';
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

test('where the run met a limit on users, it stands for a hint at register/accepts-valid, and for no other', async () => {
  const run = await contextOf(json('{}'));
  const { settings } = run;
  const options: RunOptions = { settings, catalogue: [], failOn: 'gate', version: '0', reportFile: 'conformance.json' };
  const hint = (id: string) =>
    [
      id,
      { verdict: 'inconclusive', message: 'refused', exchanges: 1, wouldDecide: `a target that accepts it; see ${id}` },
    ] as const;
  const verdicts = new Map([hint('register/accepts-valid'), hint('create/accepts-valid')]);
  const totals = { ...runTotals(run), moreUsers: 'a higher limit on users' };
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
    'a target that accepts it; see create/accepts-valid',
  ]);
});
