import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-500-quote',
  breaks: 'No request of the stated types is the server’s undoing; here a quote in a name ends the SQL string.',
  section: '4.2',
  level: 'derived',
  owner: 'register/no-server-error',
  apply: (server) =>
    instead(server, 'register', (call) =>
      /'/.test(`${sent(call)['firstName']}${sent(call)['lastName']}`) ? failed() : undefined,
    ),
});
