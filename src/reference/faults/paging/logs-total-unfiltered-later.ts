import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-unfiltered-later',
  breaks: 'totalItems is the same on every page; here later pages count the whole log.',
  section: '2',
  level: 'derived',
  owner: 'logs/total-constant',
  apply: (server) =>
    wrap(
      server,
      'total',
      () =>
        (view, { cursor, log }) =>
          cursor ? log.length : view.length,
    ),
});
