import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-wrong-length',
  breaks:
    'No request of the stated types is the server’s undoing; here an answer to text beyond ASCII promises more octets than it has, and the client waits.',
  section: '4.1',
  level: 'derived',
  owner: 'create/no-server-error',
  apply(server) {
    wrap(server, 'headers', (inner) => (answer, payload, call) => ({
      ...inner(answer, payload, call),
      ...(call.operation === 'create' &&
        /\P{ASCII}/u.test(call.payload.toString()) && { 'Content-Length': payload.length + 7 }),
    }));
  },
});
