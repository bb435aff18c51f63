import { defineFault } from '../../fault.ts';
import { ownTenant, sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-refused-spends-code',
  breaks: 'A refused request has no effect; here a verification without a token uses the code up.',
  section: '5',
  level: 'derived',
  owner: 'auth/verify/refusal-without-effect',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation === 'verify' && answer.status === 401) {
        call.payload = await server.steps.receive(call);
        const user = server.steps.findUser(String(sent(call)['email']), ownTenant);
        if (user) user.code = undefined;
      }
      return answer;
    });
  },
});
