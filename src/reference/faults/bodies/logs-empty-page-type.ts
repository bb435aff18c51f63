import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-empty-page-type',
  breaks: 'A success says application/json; here an empty page says text/plain.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/content-type',
  apply(server) {
    onSuccess(server, 'logs', (answer) => {
      if ((answer.body as { data: unknown[] }).data.length === 0) answer.type = 'text/plain';
    });
  },
});
