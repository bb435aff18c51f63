import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-latin1',
  breaks: 'A success is one JSON text; here characters are sent in ISO 8859-1.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/json',
  apply: (server) => onText(server, 'logs', (text) => Buffer.from(text, 'latin1')),
});
