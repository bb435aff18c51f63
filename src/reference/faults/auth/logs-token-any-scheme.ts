import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-token-any-scheme',
  breaks: 'The specification names one form of the token; here any scheme may stand before it.',
  section: '5',
  level: 'advisory',
  owner: 'auth/logs/other-forms',
  apply: (server) => letIn(server, 'logs', (_token, header) => /^\S+ +(\S+)$/.exec(header ?? '')?.[1] === tokens.valid),
});
