import { defineFault } from '../../fault.ts';
import { failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-500-wrong-code',
  breaks:
    'No request of the stated types is the server’s undoing; here a wrong code is an exception that nobody catches.',
  section: '4.3',
  level: 'derived',
  owner: 'verify/no-server-error',
  apply: (server) => onRefusal(server, 'verify', (answer) => (answer.status === 422 ? failed() : answer)),
});
