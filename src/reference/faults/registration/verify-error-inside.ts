import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-error-inside',
  breaks: 'The answer is an object without members; here a success says that it failed.',
  section: '2',
  level: 'stated',
  owner: 'verify/empty-object',
  apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, body: { error: 'code expired' } })),
});
