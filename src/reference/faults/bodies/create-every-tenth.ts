import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-every-tenth',
  breaks: 'The same request has the same outcome each time; here each tenth creation is refused.',
  section: '4.1',
  level: 'derived',
  owner: 'create/same-every-time',
  apply(server) {
    let calls = 0;
    instead(server, 'create', () => {
      calls += 1;
      return calls % 10 === 0 ? problem(400, 'Not this time.') : undefined;
    });
  },
});
