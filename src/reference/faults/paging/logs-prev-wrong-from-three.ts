import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-wrong-from-three',
  breaks: 'prev yields the page before; here from page three on it skips a page.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply: (server) =>
    recut(server, ({ start, end }, _view, { cursor }) =>
      cursor?.direction === 'prev' && start >= server.pageSize
        ? { start: start - server.pageSize, end: end - server.pageSize }
        : {},
    ),
});
