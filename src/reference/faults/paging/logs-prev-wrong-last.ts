import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-wrong-last',
  breaks: 'prev yields the page before; here from the last page it goes back by the length of that page.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply(server) {
    recut(server, ({ start, end }, view, { cursor }) => {
      const rest = view.length % server.pageSize;
      return cursor?.direction === 'prev' && rest > 0 && end === view.length - rest
        ? { start: start + server.pageSize - rest }
        : {};
    });
  },
});
