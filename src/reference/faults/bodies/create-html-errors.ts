import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-html-errors',
  breaks: 'An error is JSON and repeats no secret; here it is a page of HTML.',
  section: 'RFC 9457',
  level: 'advisory',
  owner: 'create/error-json',
  apply(server) {
    wrap(
      server,
      'encode',
      (inner) => (answer, call) =>
        call.operation === 'create' && answer.status >= 400 ? '<h1>Error</h1>' : inner(answer, call),
    );
  },
});
