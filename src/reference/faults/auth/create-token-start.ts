import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-token-start',
  breaks:
    'Only a token that was issued opens an operation; here any beginning of one does (startsWith the wrong way round).',
  section: '5',
  level: 'stated',
  owner: 'auth/create/wrong-token',
  apply: (server) => letIn(server, 'create', (token) => token !== '' && tokens.valid.startsWith(token)),
});
