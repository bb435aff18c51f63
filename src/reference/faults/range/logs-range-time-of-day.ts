import { defineFault } from '../../fault.ts';
import { judgeRange } from '../../tampering.ts';

const day = 86_400_000;

export const fault = defineFault({
  name: 'logs-range-time-of-day',
  breaks: 'A range is part of a wider one; here times of day are compared, not days.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-subset',
  apply: (server) =>
    judgeRange(
      server,
      (at, from, to) => (from === undefined || at % day >= from % day) && (to === undefined || at % day < to % day),
    ),
});
