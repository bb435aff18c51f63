import { expect, test } from 'vitest';
import type { ReportedRequirement } from '../core/report.ts';
import { doubtOf } from './replay-report.ts';

const failure = (change: Partial<ReportedRequirement> = {}): ReportedRequirement => ({
  ...{
    id: 'logs/walk-complete',
    level: 'derived',
    area: 'logs',
    section: '2',
    operation: 'logs',
    statement: 'A walk …',
  },
  ...{ verdict: 'fail', exchanges: 4, reproduced: { times: 2, of: 2 } },
  capsule: { steps: [], symptom: { kind: 'check' } },
  ...change,
});

test('a check that failed each time it ran has tried the same when it passes', () => {
  expect(doubtOf(failure(), false)).toBeUndefined();
});

test.for([
  ['requests at once', failure(), true, 'how requests at once meet'],
  ['a finding of two in three runs', failure({ reproduced: { times: 2, of: 3 } }), false, 'in 2 of 3 runs'],
  ['a finding of the whole run', { ...failure(), reproduced: undefined }, false, 'over the whole run'],
] as const)('a pass after %s proves nothing', ([, row, isConcurrent, why]) => {
  expect(doubtOf(row as ReportedRequirement, isConcurrent)).toContain(why);
});
