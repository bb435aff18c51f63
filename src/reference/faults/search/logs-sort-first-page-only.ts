import { defineFault } from '../../fault.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-first-page-only',
  breaks:
    'Ascending is from old to new, on all pages together; here only the first page is sorted, the rest is in the order of storage.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-by-range',
  apply(server) {
    rearrange(server, (entries) => [
      ...entries.slice(0, server.pageSize),
      ...entries
        .slice(server.pageSize)
        .sort((a, b) => ((a.index * 37) % 101) - ((b.index * 37) % 101) || a.index - b.index),
    ]);
  },
});
