import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-token-in-other-header',
  breaks: 'The specification names one form of the token; here X-Access-Token and X-Api-Key will do.',
  section: '5',
  level: 'advisory',
  owner: 'auth/logs/other-forms',
  apply(server) {
    letIn(server, 'logs', (_token, _header, call) =>
      ['x-access-token', 'x-api-key', 'x-auth-token'].some((name) => call.request.headers[name] === tokens.valid),
    );
  },
});
