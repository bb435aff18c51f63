import { defineFault } from '../../fault.ts';
import { instead, ownTenant, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-unknown-email',
  breaks:
    'An e-mail that nobody registered is not verified; here success is all that is said, so as not to tell which exist.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply: (server) =>
    instead(server, 'verify', (call) =>
      typeof sent(call)['email'] === 'string' && !server.steps.findUser(sent(call)['email'], ownTenant)
        ? { status: 200, body: {} }
        : undefined,
    ),
});
