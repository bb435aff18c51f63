import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-returns-null',
  breaks: 'The answer is an object without members; here it is null.',
  section: '2',
  level: 'stated',
  owner: 'verify/empty-object',
  apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, body: null })),
});
