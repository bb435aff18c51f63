import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-ties-dropped',
  breaks:
    'A walk yields what totalItems counts; here the cursor holds the time only, and the next page begins with a later one.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply(server) {
    recut(server, ({ start }, view, { cursor, log }) => {
      if (cursor?.direction !== 'next') return {};
      const { at } = log.entry(cursor.index);
      let first = start;
      while (first < view.length && view.at(first).at === at) first += 1;
      return { start: first, end: first + server.pageSize };
    });
  },
});
