import { defineFault } from '../../fault.ts';
import { carryOut, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-refused-with-data',
  breaks: 'A refusal carries no data; here the page comes with the 401.',
  section: '5',
  level: 'derived',
  owner: 'auth/logs/refusal-without-data',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation !== 'logs' || answer.status !== 401) return answer;
      return { ...answer, body: (await carryOut(server, 'logs', call))?.body };
    });
  },
});
