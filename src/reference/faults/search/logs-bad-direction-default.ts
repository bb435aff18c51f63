import { defineFault } from '../../fault.ts';
import { asked, attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-bad-direction-default',
  breaks: 'A value that is not allowed is refused; here another direction is ignored.',
  section: '4.4',
  level: 'advisory',
  owner: 'logs/bad-values',
  apply(server) {
    wrap(server, 'readQuery', (inner) => (call) => {
      const query = attempt(() => inner(call));
      if (query) return query;
      const rest = asked(call);
      rest.delete('sortDirection');
      return inner({ ...call, search: rest.toString() });
    });
  },
});
