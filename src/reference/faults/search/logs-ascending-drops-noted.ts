import { defineFault } from '../../fault.ts';
import { keepOnly } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-ascending-drops-noted',
  breaks: 'Sorting changes the order and nothing else; here ascending order leaves out entries that lack a value.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-permutes',
  apply: (server) => keepOnly(server, ({ index }, { query }) => query.direction === 'desc' || index % 17 !== 2),
});
