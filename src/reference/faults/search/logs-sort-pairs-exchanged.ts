import { defineFault } from '../../fault.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-pairs-exchanged',
  breaks: 'A sort by time follows time; here some neighbours stand the wrong way round.',
  section: '4.4',
  level: 'declared',
  owner: 'logs/sort-truth',
  apply(server) {
    rearrange(server, (entries, { query }) =>
      query.sortBy === 'status'
        ? entries
        : entries.map((entry, k) =>
            k % 10 === 4 && entries[k + 1] ? entries[k + 1]! : k % 10 === 5 ? entries[k - 1]! : entry,
          ),
    );
  },
});
