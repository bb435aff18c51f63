import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-direction-ignored-sorted',
  breaks: 'asc and desc are two orders; here the direction is ignored where a sort key is given.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-direction',
  apply(server) {
    wrap(server, 'readQuery', (inner) => (call) => {
      const query = inner(call);
      return query.given.sortBy && query.given.direction
        ? { ...query, given: { ...query.given, direction: 'desc' } }
        : query;
    });
  },
});
