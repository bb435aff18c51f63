import { defineFault } from '../../fault.ts';
import { instead, ownTenant, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-without-code',
  breaks: 'Without an e-mail and a code nobody is verified; here a missing code is equal to a missing code.',
  section: '1',
  level: 'derived',
  owner: 'verify/missing-code',
  apply(server) {
    instead(server, 'verify', (call) => {
      const { email, code } = sent(call);
      const user = server.steps.findUser(String(email), ownTenant);
      return user && code === undefined ? { status: 200, body: {} } : undefined;
    });
  },
});
