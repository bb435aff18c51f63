import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-redirects',
  breaks: 'A registration is answered with an object; here with a redirect to a page of thanks.',
  section: '4.2',
  level: 'stated',
  owner: 'register/accepts-valid',
  apply: (server) => onSuccess(server, 'register', () => ({ status: 303, headers: { Location: '/welcome' } })),
});
