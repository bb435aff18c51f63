import { defineFault } from '../../fault.ts';
import { failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-500-null-body',
  breaks: 'What is not well formed is refused, not fatal; here a body of null is dereferenced.',
  section: 'RFC 8259',
  level: 'advisory',
  owner: 'verify/survives-malformed',
  apply: (server) =>
    instead(server, 'verify', (call) => (['null', ''].includes(call.payload.toString()) ? failed() : undefined)),
});
