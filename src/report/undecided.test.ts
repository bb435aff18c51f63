import { expect, test } from 'vitest';
import { sampleReport } from '../../test/report/samples.ts';
import { undecidedGroups } from './undecided.ts';

const open = (message: string, setting?: string) => ({
  ...({ verdict: 'inconclusive', message, wouldDecide: 'something' } as const),
  ...(setting === undefined ? {} : { setting }),
});

test('what rests on a failure of the same operation is one group, whatever its reasons', () => {
  const report = sampleReport({
    'logs/page-shape': { verdict: 'fail', message: 'data is missing' },
    'logs/walk-complete': open('the log is empty'),
    'logs/prev-returns': open('the richest log has 1 page'),
    'create/limit': open('no page of a creation was seen'),
  });
  const groups = undecidedGroups(report).map(({ reason, rows }) => [reason, rows.length]);
  expect(groups).toEqual([
    ['logs/page-shape fails, and what follows rests on it', 2],
    ['no page of a creation was seen', 1],
  ]);
});

test('what an option left open stays so, whatever fails', () => {
  const report = sampleReport({
    'logs/page-shape': { verdict: 'fail', message: 'data is missing' },
    'logs/walk-complete': open('left out at depth quick', '--depth standard'),
  });
  expect(undecidedGroups(report).map(({ reason }) => reason)).toEqual(['left out at depth quick']);
});
