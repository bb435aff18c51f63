import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-plain-errors',
  breaks: 'An error is JSON and repeats no secret; here it is bare text.',
  section: 'RFC 9457',
  level: 'advisory',
  owner: 'verify/error-json',
  apply(server) {
    wrap(
      server,
      'encode',
      (inner) => (answer, call) =>
        call.operation === 'verify' && answer.status >= 400 ? 'Invalid request' : inner(answer, call),
    );
  },
});
