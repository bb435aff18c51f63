import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-nan',
  breaks: 'A success is one JSON text; here the total of an empty result is NaN.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/json',
  apply: (server) => onText(server, 'logs', (text) => text.replace('"totalItems":0}', '"totalItems":NaN}')),
});
