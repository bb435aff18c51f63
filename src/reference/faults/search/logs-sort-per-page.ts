import { defineFault } from '../../fault.ts';
import { rearrange, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-per-page',
  breaks:
    'Ascending is from old to new, on all pages together; here the log stays in the order of storage and each page is sorted alone.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-by-range',
  apply(server) {
    rearrange(server, (entries) =>
      [...entries].sort((a, b) => ((a.index * 37) % 101) - ((b.index * 37) % 101) || a.index - b.index),
    );
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      const sign = search.query.direction === 'asc' ? 1 : -1;
      const time = (item: unknown) => Date.parse((JSON.parse(String(item)) as { createdAt: string }).createdAt);
      page.data.sort((a, b) => sign * (time(a) - time(b)));
      return page;
    });
  },
});
