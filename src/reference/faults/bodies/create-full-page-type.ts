import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-full-page-type',
  breaks: 'A success says application/json; here a page cut by its limit says application/octet-stream.',
  section: 'intro',
  level: 'stated',
  owner: 'create/content-type',
  apply(server) {
    onSuccess(server, 'create', (answer) => {
      if ('next' in (answer.body as { cursor: object }).cursor) answer.type = 'application/octet-stream';
    });
  },
});
