import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-no-hyphen',
  breaks: 'Ordinary names are accepted; here no hyphen is.',
  section: '2',
  level: 'advisory',
  owner: 'register/ordinary-names',
  apply: (server) =>
    instead(server, 'register', (call) =>
      /-/.test(`${sent(call)['firstName']}${sent(call)['lastName']}`)
        ? problem(400, 'The name is not valid.')
        : undefined,
    ),
});
