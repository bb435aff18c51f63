import { defineFault } from '../../fault.ts';
import type { LogEntry } from '../../log.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-unstable-ties',
  breaks:
    'The same query gives the same entries each time; here entries of the same ten hours come in another order each time, and pages overlap.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/walks-agree',
  apply(server) {
    let turn = 0;
    rearrange(server, (entries, { query }) => {
      turn += 1;
      const salt = turn * 2_654_435_761;
      const hour = (entry: LogEntry) => Math.floor(entry.at / 36_000_000) * (query.direction === 'asc' ? 1 : -1);
      const dice = (entry: LogEntry) => ((entry.index + 1) * salt) % 1009;
      return query.sortBy === 'status' ? entries : [...entries].sort((a, b) => hour(a) - hour(b) || dice(a) - dice(b));
    });
  },
});
