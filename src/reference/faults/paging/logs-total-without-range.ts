import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-without-range',
  breaks: 'A walk yields what totalItems counts; here the total leaves the range out.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) =>
    wrap(
      server,
      'total',
      () =>
        (_view, { log, query }) =>
          log.countBefore(log.length, query.status),
    ),
});
