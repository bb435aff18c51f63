import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-goes-forward',
  breaks: 'prev yields the page before; here it yields the page after.',
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
          search.cursor?.direction === 'prev' ? { ...search, cursor: { ...search.cursor, direction: 'next' } } : search,
        ),
    );
  },
});
