import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-empty-means-all',
  breaks:
    'Beyond the last entry, and before the first, there is none; here a range that holds nothing is widened to the whole log.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-far',
  apply(server) {
    misread(server, ({ from, to }) => {
      const empty = [...server.logs.values()].every((log) => {
        const low = from === undefined ? 0 : log.firstNotBefore(from);
        return low >= (to === undefined ? log.length : log.firstNotBefore(to));
      });
      return empty ? { from: undefined, to: undefined } : {};
    });
  },
});
