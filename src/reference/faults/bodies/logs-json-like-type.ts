import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-json-like-type',
  breaks: 'A success says application/json; here it says text/json.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/content-type',
  apply(server) {
    onSuccess(server, 'logs', (answer) => {
      answer.type = 'text/json';
    });
  },
});
