import { defineFault } from '../../fault.ts';
import { carryOut, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-redirect-with-data',
  breaks:
    'A refusal carries no data; here the redirect to the login page has the page in its body (execution after redirect).',
  section: '5',
  level: 'derived',
  owner: 'auth/logs/refusal-without-data',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      if (call.operation !== 'logs' || answer.status !== 401) return answer;
      return { status: 302, headers: { Location: '/login' }, body: (await carryOut(server, 'logs', call))?.body };
    });
  },
});
