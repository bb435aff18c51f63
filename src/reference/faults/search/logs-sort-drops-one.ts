import { defineFault } from '../../fault.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-drops-one',
  breaks: 'Sorting changes the order and nothing else; here sorting by status drops the first entry.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-permutes',
  apply: (server) =>
    rearrange(server, (entries, { query }) => (query.sortBy === 'status' ? entries.slice(1) : entries)),
});
