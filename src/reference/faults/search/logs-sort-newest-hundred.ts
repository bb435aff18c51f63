import { defineFault } from '../../fault.ts';
import { keepOnly } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-newest-hundred',
  breaks: 'Sorting changes the order and nothing else; here a sort by status takes the hundred newest entries only.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-permutes',
  apply: (server) =>
    keepOnly(server, ({ index }, { query, log }) => query.sortBy !== 'status' || index >= log.length - 100),
});
