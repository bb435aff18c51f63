import { endpoints } from '../../../core/operation.ts';
import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-method-404',
  breaks: 'Another method is not carried out but answered 405 with Allow; here it is 404.',
  section: 'RFC 9110 §15.5.6',
  level: 'advisory',
  owner: 'verify/wrong-method',
  apply(server) {
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      return answer.status === 405 && call.path === endpoints.verify.path
        ? problem(404, 'There is nothing here.')
        : answer;
    });
  },
});
