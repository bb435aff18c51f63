import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-ascending-last-lost',
  breaks: 'A walk yields what totalItems counts; here the last entry is lost in ascending order.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) =>
    recut(server, ({ end }, view, { query }) =>
      query.direction === 'asc' && end === view.length ? { end: end - 1 } : {},
    ),
});
