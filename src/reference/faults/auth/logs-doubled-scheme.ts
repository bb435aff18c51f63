import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-doubled-scheme',
  breaks: 'The header has the form Bearer and a token; here the scheme written twice passes whatever follows.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/malformed-header',
  apply: (server) => letIn(server, 'logs', (_token, header) => /^bearer +bearer/i.test(header ?? '')),
});
