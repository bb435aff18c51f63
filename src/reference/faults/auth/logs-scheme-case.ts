import { defineFault } from '../../fault.ts';
import { unauthorized } from '../../request.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-scheme-case',
  breaks: 'logs: the name of a scheme is read without regard to case; here only Bearer will do.',
  section: 'RFC 9110 §11.1',
  level: 'advisory',
  owner: 'auth/logs/scheme-case',
  apply(server) {
    wrap(server, 'authenticate', (inner) => (call) => {
      const right = call.operation !== 'logs' || call.request.headers.authorization?.startsWith('Bearer ');
      if (!right) throw unauthorized('A bearer token is needed.');
      return inner(call);
    });
  },
});
