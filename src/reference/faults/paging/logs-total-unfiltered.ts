import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-unfiltered',
  breaks: 'A walk yields what totalItems counts; here the total counts the whole log, whatever the filter.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) =>
    wrap(
      server,
      'total',
      () =>
        (_view, { log }) =>
          log.length,
    ),
});
