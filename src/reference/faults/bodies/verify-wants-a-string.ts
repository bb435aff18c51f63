import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-wants-a-string',
  breaks: 'code is an integer; here only a string is taken.',
  section: '4.3',
  level: 'stated',
  owner: 'verify/accepts-valid',
  apply: (server) =>
    instead(server, 'verify', (call) =>
      typeof sent(call)['code'] === 'number' ? problem(400, 'code is a string.') : undefined,
    ),
});
