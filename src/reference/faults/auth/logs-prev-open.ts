import { defineFault } from '../../fault.ts';
import { asked, letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-open',
  breaks: 'Every page needs the token; here going back needs none.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/every-page',
  apply: (server) => letIn(server, 'logs', (_token, _header, call) => asked(call).has('prev')),
});
