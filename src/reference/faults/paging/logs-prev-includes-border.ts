import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-includes-border',
  breaks: 'prev yields the page before; here it holds the first entry of the page it came from.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply: (server) =>
    recut(server, ({ start, end }, _view, { cursor }) =>
      cursor?.direction === 'prev' ? { start: start + 1, end: end + 1 } : {},
    ),
});
