import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-to-lost-later',
  breaks: 'from and to hold together, and each alone is enough; here with both, to is lost on later pages.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-and',
  apply: (server) =>
    misread(server, ({ from, to }, cursor) =>
      cursor && from !== undefined && to !== undefined ? { to: undefined } : {},
    ),
});
