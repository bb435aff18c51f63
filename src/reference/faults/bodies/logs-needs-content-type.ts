import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-needs-content-type',
  breaks: 'A search has no body; here it must say of which type the body is.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/accepts-valid',
  apply(server) {
    instead(server, 'logs', (call) =>
      call.request.headers['content-type'] ? undefined : problem(415, 'Send application/json.'),
    );
  },
});
