import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-one-early',
  breaks: 'prev yields the page before; here it yields a page that begins one entry too early.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply: (server) =>
    recut(server, ({ start, end }, _view, { cursor }) =>
      cursor?.direction === 'prev' && start > 0 ? { start: start - 1, end: end - 1 } : {},
    ),
});
