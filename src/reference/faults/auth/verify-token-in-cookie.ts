import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-token-in-cookie',
  breaks:
    'The specification names one form of the token; here a cookie will do, which other sites can make a browser send.',
  section: '5',
  level: 'advisory',
  owner: 'auth/verify/other-forms',
  apply: (server) =>
    letIn(server, 'verify', (_token, _header, call) => (call.request.headers.cookie ?? '').includes(tokens.valid)),
});
