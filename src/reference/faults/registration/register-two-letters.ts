import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-two-letters',
  breaks: 'Ordinary names are accepted; here one letter is too few.',
  section: '2',
  level: 'advisory',
  owner: 'register/ordinary-names',
  apply: (server) =>
    instead(server, 'register', (call) =>
      String(sent(call)['firstName']).length < 2 || String(sent(call)['lastName']).length < 2
        ? problem(400, 'The name is not valid.')
        : undefined,
    ),
});
