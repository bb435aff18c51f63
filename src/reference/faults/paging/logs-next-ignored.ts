import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-next-ignored',
  breaks: 'next yields the page that follows; here it is ignored, and page one comes again.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/next-advances',
  apply(server) {
    wrap(
      server,
      'place',
      (inner) => (view, search) =>
        inner(view, search.cursor?.direction === 'next' ? { ...search, cursor: undefined } : search),
    );
  },
});
