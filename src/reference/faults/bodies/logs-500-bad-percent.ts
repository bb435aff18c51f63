import { defineFault } from '../../fault.ts';
import { failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-bad-percent',
  breaks: 'What is not well formed is refused, not fatal; here bad percent-encoding is an uncaught exception.',
  section: 'RFC 3986 §2.1',
  level: 'advisory',
  owner: 'logs/survives-malformed',
  apply: (server) =>
    onRefusal(server, 'logs', (answer, call) => (/%(?![\da-f]{2})/i.test(call.search) ? failed() : answer)),
});
