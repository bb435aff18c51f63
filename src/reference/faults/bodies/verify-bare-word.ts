import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-bare-word',
  breaks: 'A success is one JSON text; here a word stands where JSON should.',
  section: 'intro',
  level: 'stated',
  owner: 'verify/json',
  apply: (server) => onText(server, 'verify', () => 'OK'),
});
