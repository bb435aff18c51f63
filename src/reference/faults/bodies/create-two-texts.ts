import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-two-texts',
  breaks: 'A success is one JSON text; here an object with the duration follows it.',
  section: 'intro',
  level: 'stated',
  owner: 'create/json',
  apply: (server) => onText(server, 'create', (text) => `${text}{"ms":1}`),
});
