import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-next-goes-back',
  breaks: 'next yields the page that follows; here it yields the page before.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/next-advances',
  apply(server) {
    wrap(
      server,
      'place',
      (inner) => (view, search) =>
        inner(
          view,
          search.cursor?.direction === 'next' ? { ...search, cursor: { ...search.cursor, direction: 'prev' } } : search,
        ),
    );
  },
});
