import { defineFault } from '../../fault.ts';
import { onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-refuses-302',
  breaks: 'Refused for want of a token is 401 with a Bearer challenge; here it is a redirect to a login page.',
  section: 'RFC 9110 §15.5.2',
  level: 'advisory',
  owner: 'auth/register/refusal-status',
  apply: (server) =>
    onRefusal(server, 'register', (answer) =>
      answer.status === 401 ? { status: 302, headers: { Location: '/login' } } : answer,
    ),
});
