import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-without-email',
  breaks: 'Without an e-mail and a code nobody is verified; here a code without an e-mail is looked up alone.',
  section: '1',
  level: 'declared',
  owner: 'verify/required-fields',
  apply(server) {
    instead(server, 'verify', (call) => {
      const { email, code } = sent(call);
      return email === undefined &&
        Number.isInteger(code) &&
        [...server.codes.values()].includes(String(code).padStart(6, '0'))
        ? { status: 200, body: {} }
        : undefined;
    });
  },
});
