import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-text-plain',
  breaks: 'A success says application/json; here creation says text/plain.',
  section: 'intro',
  level: 'stated',
  owner: 'create/content-type',
  apply(server) {
    onSuccess(server, 'create', (answer) => {
      answer.type = 'text/plain';
    });
  },
});
