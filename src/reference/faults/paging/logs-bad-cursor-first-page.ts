import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-bad-cursor-first-page',
  breaks: 'A cursor that was not issued is refused; here it yields page one.',
  section: '4.4',
  level: 'advisory',
  owner: 'logs/bad-cursor',
  apply(server) {
    wrap(server, 'readCursor', (inner) => (given, log, tenant) => attempt(() => inner(given, log, tenant)));
  },
});
