import { defineFault } from '../../fault.ts';
import { failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-500-taken',
  breaks:
    'No request of the stated types is the server’s undoing; here a second registration of an e-mail breaks a unique key.',
  section: '4.2',
  level: 'derived',
  owner: 'register/no-server-error',
  apply: (server) => onRefusal(server, 'register', (answer) => (answer.status === 409 ? failed() : answer)),
});
