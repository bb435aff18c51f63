import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-refused-takes-email',
  breaks: 'A refused request has no effect; here a refused registration keeps its e-mail from being registered.',
  section: '5',
  level: 'derived',
  owner: 'auth/register/refusal-without-effect',
  apply(server) {
    const taken = new Set<unknown>();
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation === 'register' && answer.status === 401) {
        call.payload = await server.steps.receive(call);
        taken.add(sent(call)['email']);
      }
      return answer;
    });
    instead(server, 'register', (call) => (taken.has(sent(call)['email']) ? problem(409, 'Taken.') : undefined));
  },
});
