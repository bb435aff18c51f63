import { defineFault } from '../../fault.ts';
import { judgeRange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-or',
  breaks: 'from and to hold together, and each alone is enough; here an entry needs to keep one of them.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-and',
  apply: (server) =>
    judgeRange(server, (at, from, to) =>
      from === undefined || to === undefined
        ? (from === undefined || at >= from) && (to === undefined || at < to)
        : at >= from || at < to,
    ),
});
