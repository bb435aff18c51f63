import { defineFault } from '../../fault.ts';
import { onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-echoes-token',
  breaks: 'An error is JSON and repeats no secret; here it repeats the Authorization header.',
  section: 'RFC 9457',
  level: 'advisory',
  owner: 'logs/error-json',
  apply(server) {
    onRefusal(server, 'logs', (answer, call) => ({
      ...answer,
      body: { ...(answer.body as object), debug: call.request.headers.authorization },
    }));
  },
});
