import { defineFault } from '../../fault.ts';
import { onRefusal, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-echoes-password',
  breaks: 'An error is JSON and repeats no secret; here it repeats the whole body, the password in it.',
  section: 'RFC 9457',
  level: 'advisory',
  owner: 'register/error-json',
  apply(server) {
    onRefusal(server, 'register', (answer, call) => ({
      ...answer,
      body: { ...(answer.body as object), received: sent(call) },
    }));
  },
});
