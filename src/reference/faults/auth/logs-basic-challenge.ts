import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-basic-challenge',
  breaks: 'Refused for want of a token is 401 with a Bearer challenge; here the challenge is of another scheme.',
  section: 'RFC 6750 §3',
  level: 'advisory',
  owner: 'auth/logs/refusal-status',
  apply(server) {
    onRefusal(server, 'logs', (answer) =>
      answer.status === 401 ? problem(401, 'No.', { 'WWW-Authenticate': 'Basic realm="cawl"' }) : answer,
    );
  },
});
