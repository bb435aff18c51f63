import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-exact-content-type',
  breaks: 'verify: a media type may have parameters; here application/json must stand alone.',
  section: 'RFC 9110 §8.3',
  level: 'advisory',
  owner: 'verify/json-charset',
  apply: (server) =>
    instead(server, 'verify', (call) =>
      call.request.headers['content-type'] !== 'application/json' ? problem(415, 'Send application/json.') : undefined,
    ),
});
