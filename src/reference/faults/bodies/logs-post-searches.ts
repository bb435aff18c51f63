import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-post-searches',
  breaks: 'Another method is not carried out but answered 405 with Allow; here POST and DELETE search as well.',
  section: 'RFC 9110 §15.5.6',
  level: 'advisory',
  owner: 'logs/wrong-method',
  apply(server) {
    wrap(
      server,
      'handle',
      (inner) => (call) =>
        inner(
          ['POST', 'DELETE'].includes(call.method) && call.path.endsWith('/logs/search')
            ? { ...call, method: 'GET' }
            : call,
        ),
    );
  },
});
