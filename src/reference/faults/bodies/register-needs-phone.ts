import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-needs-phone',
  breaks: 'A registration has four fields; here a phone number is required.',
  section: '4.2',
  level: 'stated',
  owner: 'register/accepts-valid',
  apply: (server) =>
    instead(server, 'register', (call) => (sent(call)['phone'] ? undefined : problem(422, 'phone is missing.'))),
});
