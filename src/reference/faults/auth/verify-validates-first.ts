import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-validates-first',
  breaks: 'verify: who may not ask learns nothing of the form; here the body is judged before the token.',
  section: '5',
  level: 'advisory',
  owner: 'auth/verify/before-validation',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation !== 'verify' || answer.status !== 401) return answer;
      call.payload = await server.steps.receive(call);
      const valid = attempt(() => server.steps.checkVerify(server.steps.parseBody(call)));
      return valid ? answer : problem(400, 'The body is not valid.');
    });
  },
});
