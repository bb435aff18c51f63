import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-wrong-filtered',
  breaks: 'prev yields the page before; here under a filter it counts borders in the unfiltered log.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply: (server) =>
    recut(server, ({ start, end }, _view, { cursor, query }) =>
      cursor?.direction === 'prev' && query.status && start > 0 ? { start: start - 3, end: end - 3 } : {},
    ),
});
