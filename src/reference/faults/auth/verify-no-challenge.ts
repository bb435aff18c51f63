import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-no-challenge',
  breaks: 'Refused for want of a token is 401 with a Bearer challenge; here the challenge is missing.',
  section: 'RFC 9110 §11.6.1',
  level: 'advisory',
  owner: 'auth/verify/refusal-status',
  apply: (server) => onRefusal(server, 'verify', (answer) => (answer.status === 401 ? problem(401, 'No.') : answer)),
});
