import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-only-both',
  breaks: 'from and to hold together, and each alone is enough; here one alone is ignored.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-and',
  apply: (server) =>
    misread(server, ({ from, to }) =>
      from === undefined || to === undefined ? { from: undefined, to: undefined } : {},
    ),
});
