import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-ties-dropped',
  breaks:
    'Sorting changes the order and nothing else; here the cursor of a sort by status holds the status only, and the rest of it is dropped.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-permutes',
  apply(server) {
    recut(server, ({ start }, view, { cursor, log, query }) => {
      if (query.sortBy !== 'status' || cursor?.direction !== 'next') return {};
      const { status } = log.entry(cursor.index);
      let first = start;
      while (first < view.length && view.at(first).status === status) first += 1;
      return { start: first, end: first + server.pageSize };
    });
  },
});
