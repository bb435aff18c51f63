import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-exact-content-type',
  breaks: 'register: a media type may have parameters; here application/json must stand alone.',
  section: 'RFC 9110 §8.3',
  level: 'advisory',
  owner: 'register/json-charset',
  apply: (server) =>
    instead(server, 'register', (call) =>
      call.request.headers['content-type'] !== 'application/json' ? problem(415, 'Send application/json.') : undefined,
    ),
});
