/** The requirement that a test of the kit decides. */
import type { Requirement } from '../src/core/requirement.ts';

export const row: Requirement = {
  id: 'logs/some-row',
  area: 'logs',
  level: 'stated',
  source: { spec: '4.4' },
  operation: 'logs',
  statement: 'Something must hold.',
  decidedBy: 'Looking.',
  commonCauses: ['much'],
};
