import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-token-hex',
  breaks: 'Only a token that was issued opens an operation; here any 32 hexadecimal digits pass for a key.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/wrong-token',
  apply: (server) => letIn(server, 'logs', (token) => /^[\da-f]{32}$/i.test(token)),
});
