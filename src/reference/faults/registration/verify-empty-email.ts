import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-empty-email',
  breaks: 'Without an e-mail and a code nobody is verified; here an empty e-mail means the one of the token.',
  section: '1',
  level: 'derived',
  owner: 'verify/missing-code',
  apply(server) {
    instead(server, 'verify', (call) => {
      const { email, code } = sent(call);
      return email === '' && code !== undefined ? { status: 200, body: {} } : undefined;
    });
  },
});
