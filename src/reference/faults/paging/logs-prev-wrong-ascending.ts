import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-wrong-ascending',
  breaks: 'prev yields the page before; here in ascending order it yields the page after.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply(server) {
    wrap(
      server,
      'place',
      (inner) => (view, search) =>
        inner(
          view,
          search.cursor?.direction === 'prev' && search.query.direction === 'asc'
            ? { ...search, cursor: { ...search.cursor, direction: 'next' } }
            : search,
        ),
    );
  },
});
