import { expect, test } from 'vitest';
import { failing, incomplete, sampleReport, undecided } from '../../test/report/samples.ts';
import { nextStep } from './next-step.ts';

const open = (wouldDecide: string) => ({ verdict: 'inconclusive', message: 'not known', wouldDecide }) as const;

test('a failure comes first, then what was not decided', () => {
  expect(nextStep(failing)).toMatch(/^fix create\/no-server-error, then run again/);
  expect(nextStep(incomplete)).not.toMatch(/^fix /);
  expect(nextStep(undecided)).toContain('fixtures.verificationCode');
});

test('a valid request that was not accepted comes before what rests on it, however much that is', () => {
  const report = sampleReport(
    {
      'logs/accepts-valid': open('ids that exist on the target; see fixtures: webhooks wh_1'),
      ...Object.fromEntries(['logs/prev-returns', 'logs/next-advances'].map((id) => [id, open('a longer log')])),
    },
    { verdict: 'undecided' },
  );
  expect(nextStep(report)).toBe('use ids that exist on the target; see fixtures: webhooks wh_1');
});

test('a token that served for a part of the run comes before what it left undecided', () => {
  const rows = { 'logs/accepts-valid': open('ids that exist on the target') };
  const report = sampleReport(rows, { verdict: 'undecided' });
  const cut = { ...report, run: { ...report.run, tokenRejectedFrom: 401 } };
  expect(nextStep(cut)).toMatch(/^use a token that lives longer, .* from request #401 on$/);
  expect(nextStep({ ...sampleReport({}), run: cut.run })).toBe('none; keep this run in CI');
});

test('what would decide rows for several reasons is counted for all of them', () => {
  const row = (message: string) => ({ ...open('a longer log'), message });
  const report = sampleReport(
    {
      'logs/prev-returns': row('one page'),
      'logs/next-advances': row('one page'),
      'logs/walks-agree': row('two pages'),
    },
    { verdict: 'undecided' },
  );
  expect(nextStep(report)).toBe('to decide 3 more, use a longer log');
});

test('nothing is left to do where everything passes', () => {
  expect(nextStep(sampleReport({}))).toBe('none; keep this run in CI');
});
