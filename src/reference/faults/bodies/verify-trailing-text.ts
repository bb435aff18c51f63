import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-trailing-text',
  breaks: 'A success is one JSON text; here OK follows it.',
  section: 'intro',
  level: 'stated',
  owner: 'verify/json',
  apply: (server) => onText(server, 'verify', (text) => `${text}OK`),
});
