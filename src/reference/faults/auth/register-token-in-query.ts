import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { asked, letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-token-in-query',
  breaks: 'The specification names one form of the token; here it may stand in the query, where logs keep it.',
  section: '5',
  level: 'advisory',
  owner: 'auth/register/other-forms',
  apply: (server) =>
    letIn(server, 'register', (_token, _header, call) => asked(call).get('access_token') === tokens.valid),
});
