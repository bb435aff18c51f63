import { defineFault } from '../../fault.ts';
import type { LogEntry } from '../../log.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-time-of-day',
  breaks: 'A sort by time follows time; here it follows the time of day.',
  section: '4.4',
  level: 'declared',
  owner: 'logs/sort-truth',
  apply(server) {
    rearrange(server, (entries, { query }) => {
      const sign = query.direction === 'asc' ? 1 : -1;
      const key = ({ at, index }: LogEntry) => (at % 86_400_000) * 1e6 + index;
      return query.sortBy === 'createdAt' ? [...entries].sort((a, b) => sign * (key(a) - key(b))) : entries;
    });
  },
});
