import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-limit-at-least-three',
  breaks: 'limit is the size of the page; here at least three come.',
  section: '4.1',
  level: 'declared',
  owner: 'create/limit',
  apply: (server) =>
    wrap(server, 'createPage', (inner) => (body, tenant) => inner({ ...body, limit: Math.max(3, body.limit) }, tenant)),
});
