import { defineFault } from '../../fault.ts';
import { carryOut, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-refused-yet-done',
  breaks: 'verify: a refused request has no effect; here it is carried out and then answered with 401.',
  section: '5',
  level: 'derived',
  owner: 'auth/verify/refusal-without-effect',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation === 'verify' && answer.status === 401) {
        call.payload = await server.steps.receive(call);
        await carryOut(server, 'verify', call);
      }
      return answer;
    });
  },
});
