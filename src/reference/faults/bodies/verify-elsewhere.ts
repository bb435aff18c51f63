import { endpoints } from '../../../core/operation.ts';
import { Refusal } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-elsewhere',
  breaks: 'Verification is at /v2/auth/verify-user; here it is at another path.',
  section: '4.3',
  level: 'stated',
  owner: 'verify/accepts-valid',
  apply(server) {
    wrap(server, 'route', (inner) => (call) => {
      if (call.path === endpoints.verify.path) throw new Refusal(404, 'There is nothing at this path.');
      inner(call);
    });
  },
});
