import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-unescaped-newline',
  breaks: 'A success is one JSON text; here line breaks inside items are not escaped.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/json',
  apply: (server) => onText(server, 'logs', (text) => text.replaceAll('\\\\n', '\n')),
});
