/** Requirements of the status filter. */
import type { Requirement } from '../../../src/suite.ts';

export const filters = [
  {
    id: 'logs/filters-survive-paging',
    shownBy: 'complete',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A page reached by next or prev must obey the status, range and sort of the query.',
    because: 'It is a page of that query (§4.4), whether the cursor carries the parameters or the client repeats them.',
    decidedBy:
      'Walks filtered, ranged and sorted queries beyond page one, with and without repeated parameters. Compares the items with those of the first pages and of other queries.',
    commonCauses: ['a cursor that holds only a position, so that page two belongs to the unfiltered log'],
  },
  {
    id: 'logs/status-partition',
    area: 'logs',
    level: 'derived',
    source: { spec: '3' },
    operation: 'logs',
    statement: 'status=succeeded and status=failed together must yield exactly the whole log, in items and in totals.',
    because: 'Each log has one of these two statuses (§3).',
    points: ['both statuses'],
    decidedBy:
      'Walks both statuses and the whole log on every configured webhook, and compares the items as bags. Compares the totals also beside all other parameters, and beside bounds at the times of items. A difference is read twice more, alone, before it is reported.',
    commonCauses: [
      'an ignored or lost filter',
      'a third status',
      'a total of the unfiltered log',
      'a cache whose key is the beginning of the URL',
    ],
  },
  {
    id: 'logs/status-truth',
    area: 'logs',
    level: 'declared',
    source: [{ spec: '3' }, { spec: '4.4' }],
    operation: 'logs',
    statement: 'Each item under status=succeeded or status=failed must have that status.',
    decidedBy:
      'Compares the items with a truth file, or with the status at the place that declares.item names. Without either, it fails only if items contain a status and the two are swapped throughout.',
    commonCauses: ['swapped status values'],
  },
] as const satisfies readonly Requirement[];
