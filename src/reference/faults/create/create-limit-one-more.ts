import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-limit-one-more',
  breaks: 'limit is the size of the page; here one more comes.',
  section: '4.1',
  level: 'declared',
  owner: 'create/limit',
  apply: (server) =>
    wrap(server, 'createPage', (inner) => (body, tenant) => inner({ ...body, limit: body.limit + 1 }, tenant)),
});
