import { defineFault } from '../../fault.ts';
import { carryOut, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-refused-yet-done',
  breaks: 'create: a refused request has no effect; here it is carried out and then answered with 401.',
  section: '5',
  level: 'derived',
  owner: 'auth/create/refusal-without-data',
  unseen: 'no operation of the interface shows which events exist',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation === 'create' && answer.status === 401) {
        call.payload = await server.steps.receive(call);
        await carryOut(server, 'create', call);
      }
      return answer;
    });
  },
});
