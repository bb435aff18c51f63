import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-unknown-scheme',
  breaks: 'The header has the form Bearer and a token; here schemes other than Bearer are not checked.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/malformed-header',
  apply: (server) =>
    letIn(
      server,
      'verify',
      (_token, header) => header !== undefined && /^\S+ \S/.test(header) && !/^bearer /i.test(header),
    ),
});
