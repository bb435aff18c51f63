import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-next-skips-page',
  breaks: 'next yields the page that follows; here it skips a page.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/next-advances',
  apply: (server) =>
    recut(server, ({ start, end }, _view, { cursor }) =>
      cursor?.direction === 'next' ? { start: start + server.pageSize, end: end + server.pageSize } : {},
    ),
});
