import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-refuses-small-limit',
  breaks: 'limit is an integer; here one below five is refused.',
  section: '4.1',
  level: 'stated',
  owner: 'create/accepts-valid',
  apply: (server) =>
    instead(server, 'create', (call) => (sent(call)['limit'] < 5 ? problem(400, 'limit is too small.') : undefined)),
});
