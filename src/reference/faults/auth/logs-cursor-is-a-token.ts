import { defineFault } from '../../fault.ts';
import { asked, letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-cursor-is-a-token',
  breaks: 'Every page needs the token; here whoever has a next cursor needs none.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/every-page',
  apply: (server) => letIn(server, 'logs', (_token, _header, call) => asked(call).has('next')),
});
