import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-ties-repeated',
  breaks:
    'A walk yields what totalItems counts; here the cursor holds the time only, and the next page begins with the first of that time.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply(server) {
    recut(server, ({ start }, view, { cursor, log }) => {
      if (cursor?.direction !== 'next') return {};
      const { at } = log.entry(cursor.index);
      let first = start;
      while (first > 1 && view.at(first - 1).at === at && start - first < server.pageSize - 1) first -= 1;
      return { start: first, end: first + server.pageSize };
    });
  },
});
