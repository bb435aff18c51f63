import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-next-same-page',
  breaks: 'next yields the page that follows; here from page three on it yields the same page again.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/next-advances',
  apply: (server) =>
    recut(server, ({ start, end }, _view, { cursor }, page) =>
      cursor?.direction === 'next' && page === 4 ? { start: start - server.pageSize, end: end - server.pageSize } : {},
    ),
});
