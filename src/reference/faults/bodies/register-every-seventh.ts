import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-every-seventh',
  breaks: 'The same request has the same outcome each time; here each seventh registration is refused.',
  section: '4.2',
  level: 'derived',
  owner: 'register/same-every-time',
  apply(server) {
    let calls = 0;
    instead(server, 'register', () => {
      calls += 1;
      return calls % 7 === 0 ? problem(400, 'Not this time.') : undefined;
    });
  },
});
