import { defineFault } from '../../fault.ts';
import { instead, never, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-hangs-on-nul',
  breaks: 'No request of the stated types is the server’s undoing; here U+0000 in a name stops the worker.',
  section: '4.2',
  level: 'derived',
  owner: 'register/no-server-error',
  apply: (server) =>
    instead(server, 'register', (call) =>
      /\0/.test(`${sent(call)['firstName']}${sent(call)['lastName']}`) ? never() : undefined,
    ),
});
