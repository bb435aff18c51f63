import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-hijack-prefix',
  breaks: 'A success is one JSON text; here a prefix against script inclusion goes before it.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/json',
  apply: (server) => onText(server, 'logs', (text) => `)]}',\n${text}`),
});
