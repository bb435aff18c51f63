import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-500-long-name',
  breaks:
    'No request of the stated types is the server’s undoing; here a name beyond 255 characters does not fit the column.',
  section: '4.2',
  level: 'derived',
  owner: 'register/no-server-error',
  apply: (server) =>
    instead(server, 'register', (call) =>
      String(sent(call)['firstName']).length > 255 || String(sent(call)['lastName']).length > 255
        ? failed()
        : undefined,
    ),
});
