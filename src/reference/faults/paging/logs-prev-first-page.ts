import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-first-page',
  breaks: 'prev yields the page before; here it always yields page one.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply: (server) =>
    recut(server, (_span, _view, { cursor }) =>
      cursor?.direction === 'prev' ? { start: 0, end: server.pageSize } : {},
    ),
});
