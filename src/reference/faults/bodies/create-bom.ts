import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-bom',
  breaks: 'A success is one JSON text; here a byte order mark goes before it.',
  section: 'intro',
  level: 'stated',
  owner: 'create/json',
  apply: (server) => onText(server, 'create', (text) => `\uFEFF${text}`),
});
