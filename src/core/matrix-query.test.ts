import { expect, test } from 'vitest';
import { matchesQuery, type QueriedRow } from './matrix-query.ts';

const names = ['server', 'other-server', 'Third'];
const row: QueriedRow = {
  id: 'logs/walk-complete',
  level: 'derived',
  area: 'logs',
  statement: 'A walk must contain each item once.',
  different: true,
  cells: [{ verdict: 'fail', before: 'pass' }, { verdict: 'pass' }, { verdict: 'notApplicable' }],
};

test.each([
  ['', true],
  ['different', true],
  ['same', false],
  ['changed', true],
  ['fail', true],
  ['failed', true],
  ['waived', false],
  ['server:fail', true],
  ['SERVER:FAIL', true],
  ['third:fail', false],
  ['third:n/a', true],
  ['other:pass', true],
  ['passed→failed', true],
  ['pass->fail', true],
  ['failed→passed', false],
  ['third:passed→failed', false],
  ['level:derived area:logs', true],
  ['level:stated', false],
  ['each item', true],
  ['walk-complete different', true],
  ['walk-complete same', false],
])('"%s" fits: %s', (query, fits) => {
  expect(matchesQuery(query, row, names)).toBe(fits);
});
