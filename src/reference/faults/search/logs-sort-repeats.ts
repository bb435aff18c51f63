import { defineFault } from '../../fault.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-repeats',
  breaks:
    'Sorting changes the order and nothing else; here a sort by status repeats every twentieth entry in place of the one after.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-permutes',
  apply(server) {
    rearrange(server, (entries, { query }) =>
      query.sortBy === 'status' ? entries.map((entry, k) => (k % 20 === 10 ? entries[k - 1]! : entry)) : entries,
    );
  },
});
