import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-empty',
  breaks: 'prev yields the page before; here it yields an empty page.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply: (server) =>
    recut(server, ({ end }, _view, { cursor }) => (cursor?.direction === 'prev' ? { start: end } : {})),
});
