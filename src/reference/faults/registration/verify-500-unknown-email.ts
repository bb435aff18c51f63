import { defineFault } from '../../fault.ts';
import { failed, instead, ownTenant, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-500-unknown-email',
  breaks: 'No request of the stated types is the server’s undoing; here the user that was not found is null.',
  section: '4.3',
  level: 'derived',
  owner: 'verify/no-server-error',
  apply: (server) =>
    instead(server, 'verify', (call) =>
      !server.steps.findUser(String(sent(call)['email']), ownTenant) ? failed() : undefined,
    ),
});
