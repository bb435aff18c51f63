import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-limit-ignored',
  breaks: 'limit is the size of the page; here it is ignored.',
  section: '4.1',
  level: 'declared',
  owner: 'create/limit',
  apply: (server) => wrap(server, 'createPage', (inner) => (body, tenant) => inner({ ...body, limit: 1000 }, tenant)),
});
