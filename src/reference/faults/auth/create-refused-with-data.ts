import { defineFault } from '../../fault.ts';
import { carryOut, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-refused-with-data',
  breaks: 'A refusal carries no data; here the ids of the events come with the 401.',
  section: '5',
  level: 'derived',
  owner: 'auth/create/refusal-without-data',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation !== 'create' || answer.status !== 401) return answer;
      call.payload = await server.steps.receive(call);
      return { ...answer, body: (await carryOut(server, 'create', call))?.body };
    });
  },
});
