import { defineFault } from '../../fault.ts';
import { failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-500-other-type',
  breaks: 'What is not well formed is refused, not fatal; here a form leaves the body undefined.',
  section: 'RFC 9110 §15.5.16',
  level: 'advisory',
  owner: 'register/survives-malformed',
  apply: (server) => onRefusal(server, 'register', (answer) => (answer.status === 415 ? failed() : answer)),
});
