import { defineFault } from '../../fault.ts';
import { carryOut, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-refused-with-logs',
  breaks:
    'register: a refusal carries no data; here a trace in it quotes what the server logged last, a page of webhook entries.',
  section: '5',
  level: 'derived',
  owner: 'auth/register/refusal-without-data',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation !== 'register' || answer.status !== 401) return answer;
      const trace = await carryOut(server, 'logs', { ...call, search: '', webhookId: 'wh_1' });
      return { ...answer, body: { ...(answer.body as object), trace: trace?.body } };
    });
  },
});
