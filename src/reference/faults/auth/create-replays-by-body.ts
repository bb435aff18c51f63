import type { Answer } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-replays-by-body',
  breaks: 'Each request carries its token; here a body that was seen before gets its first answer again, token or not.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/never-remembered',
  apply(server) {
    const answers = new Map<string, Answer>();
    wrap(server, 'create', (inner) => async (call, tenant) => {
      const answer = await inner(call, tenant);
      if (answer.status < 300) answers.set(call.payload.toString(), answer);
      return answer;
    });
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation !== 'create' || answer.status !== 401) return answer;
      return answers.get((await server.steps.receive(call)).toString()) ?? answer;
    });
  },
});
