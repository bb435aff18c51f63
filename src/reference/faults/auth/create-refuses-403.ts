import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-refuses-403',
  breaks: 'Refused for want of a token is 401 with a Bearer challenge; here it is 403.',
  section: 'RFC 9110 §15.5.2',
  level: 'advisory',
  owner: 'auth/create/refusal-status',
  apply: (server) => onRefusal(server, 'create', (answer) => (answer.status === 401 ? problem(403, 'No.') : answer)),
});
