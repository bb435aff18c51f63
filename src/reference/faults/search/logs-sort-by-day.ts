import { defineFault } from '../../fault.ts';
import type { LogEntry } from '../../log.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-by-day',
  breaks: 'A sort by time follows time; here it follows the day only; within a day the order is that of storage.',
  section: '4.4',
  level: 'declared',
  owner: 'logs/sort-truth',
  apply(server) {
    const day = ({ at }: LogEntry) => Math.floor(at / 86_400_000);
    rearrange(server, (entries, { query }) => {
      const sign = query.direction === 'asc' ? 1 : -1;
      const place = ({ index }: LogEntry) => (index * 37) % 1009;
      return query.sortBy === 'createdAt'
        ? [...entries].sort((a, b) => sign * (day(a) - day(b)) || place(a) - place(b))
        : entries;
    });
  },
});
