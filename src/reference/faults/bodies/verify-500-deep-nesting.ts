import { defineFault } from '../../fault.ts';
import { failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-500-deep-nesting',
  breaks: 'What is not well formed is refused, not fatal; here deep nesting overflows the stack.',
  section: 'RFC 8259 §9',
  level: 'advisory',
  owner: 'verify/survives-malformed',
  apply: (server) =>
    instead(server, 'verify', (call) => (/[[{]{500}/.test(call.payload.toString()) ? failed() : undefined)),
});
