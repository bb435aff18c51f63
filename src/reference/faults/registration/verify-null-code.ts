import { defineFault } from '../../fault.ts';
import { instead, ownTenant, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-null-code',
  breaks: 'Without an e-mail and a code nobody is verified; here a code of null is.',
  section: '1',
  level: 'derived',
  owner: 'verify/missing-code',
  apply(server) {
    instead(server, 'verify', (call) => {
      const { email, code } = sent(call);
      const user = server.steps.findUser(String(email), ownTenant);
      return user && code === null ? { status: 200, body: {} } : undefined;
    });
  },
});
