import { defineFault } from '../../fault.ts';
import { asked, attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-bad-status-unfiltered',
  breaks: 'A value that is not allowed is refused; here another status is ignored.',
  section: '4.4',
  level: 'advisory',
  owner: 'logs/bad-values',
  apply(server) {
    wrap(server, 'readQuery', (inner) => (call) => {
      const query = attempt(() => inner(call));
      if (query) return query;
      const rest = asked(call);
      rest.delete('status');
      return inner({ ...call, search: rest.toString() });
    });
  },
});
