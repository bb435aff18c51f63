import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-last-page-bom',
  breaks: 'A success is one JSON text; here the last page begins with a byte order mark.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/json',
  apply: (server) => onText(server, 'logs', (text) => (text.includes('"next"') ? text : `\uFEFF${text}`)),
});
