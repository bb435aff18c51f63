import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-gap-at-one-border',
  breaks: 'A walk yields what totalItems counts; here one entry is skipped before page four.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) =>
    recut(server, ({ start }, _view, { cursor }, page) =>
      cursor?.direction === 'next' && page === 4 ? { start: start + 1 } : {},
    ),
});
