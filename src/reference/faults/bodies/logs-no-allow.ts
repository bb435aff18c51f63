import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-no-allow',
  breaks: 'Another method is not carried out but answered 405 with Allow; here Allow is missing.',
  section: 'RFC 9110 §15.5.6',
  level: 'advisory',
  owner: 'logs/wrong-method',
  apply: (server) => onRefusal(server, 'logs', (answer) => (answer.status === 405 ? problem(405, 'No.') : answer)),
});
