import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { sampleReport } from '../../test/report/samples.ts';
import { globsFor, mergeAgain, openIds } from './again.ts';

const earlier = sampleReport(
  {
    'logs/prev-returns': { verdict: 'fail', message: 'wrong page' },
    'logs/json': { verdict: 'fail', message: 'not JSON' },
    'verify/lockout': { verdict: 'inconclusive', message: 'no code' },
  },
  { verdict: 'nonConformant' },
);

test('what failed or was not decided is decided again, with the traffic that it watches', () => {
  expect(openIds(earlier)).toEqual(expect.arrayContaining(['logs/json', 'logs/prev-returns', 'verify/lockout']));
  expect(globsFor(['logs/json', 'logs/prev-returns'], catalogue)).toEqual(['logs/json', 'logs/*', 'logs/prev-returns']);
});

test('the merged report has both results, and its verdict rests on all requirements', () => {
  const ids = openIds(earlier);
  const fixed = sampleReport({});
  const later = {
    ...fixed,
    requirements: fixed.requirements.filter(({ id }) => id.startsWith('logs/') || ids.includes(id)),
  };
  const merged = mergeAgain(earlier, later, ids, [], []);
  expect(merged.requirements).toHaveLength(earlier.requirements.length);
  expect(merged.requirements.find(({ id }) => id === 'logs/json')).toMatchObject({
    verdict: 'pass',
    before: { verdict: 'fail', message: 'not JSON' },
  });
  // Only sent for the traffic that logs/json watches.
  expect(merged.requirements.find(({ id }) => id === 'logs/walk-complete')).not.toHaveProperty('before');
  expect(merged.verdict).not.toBe('nonConformant');
  expect(mergeAgain(earlier, earlier, ids, [], []).verdict).toBe('nonConformant');
});

test('a waiver that no longer holds is kept until it is removed from the configuration', () => {
  const waiver = { requirement: 'logs/total-constant', reason: 'release 4', until: '2027-01-31' };
  const spent = {
    ...earlier,
    waiverProblems: [{ requirement: waiver.requirement, problem: 'the requirement passes' }],
  };
  const later = sampleReport({});
  expect(mergeAgain(spent, later, openIds(spent), [waiver], []).waiverProblems).toHaveLength(1);
  expect(mergeAgain(spent, later, openIds(spent), [], []).waiverProblems).toBeUndefined();
});
