import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-empty-body',
  breaks: 'A success is one JSON text; here the body has no octet.',
  section: 'intro',
  level: 'stated',
  owner: 'register/json',
  apply: (server) => onText(server, 'register', () => ''),
});
