import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-same-page',
  breaks: 'prev yields the page before; here from page two it yields page two again.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply: (server) =>
    recut(server, ({ start, end }, _view, { cursor }) =>
      cursor?.direction === 'prev' && start === 0 ? { start: end, end: end + server.pageSize } : {},
    ),
});
