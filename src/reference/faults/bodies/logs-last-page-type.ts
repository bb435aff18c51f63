import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-last-page-type',
  breaks: 'A success says application/json; here the last page says text/plain.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/content-type',
  apply(server) {
    onSuccess(server, 'logs', (answer) => {
      if (!('next' in (answer.body as { cursor: object }).cursor)) answer.type = 'text/plain';
    });
  },
});
