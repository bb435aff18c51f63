import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-first-page-only',
  breaks: 'totalItems is the same on every page; here it is 0 on later pages, to save the count.',
  section: '2',
  level: 'derived',
  owner: 'logs/total-constant',
  apply: (server) =>
    wrap(
      server,
      'total',
      () =>
        (view, { cursor }) =>
          cursor ? 0 : view.length,
    ),
});
