import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-every-ninth',
  breaks:
    'The same request has the same outcome each time; here each ninth search finds no webhook, as one stale replica does.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/same-every-time',
  apply(server) {
    let calls = 0;
    instead(server, 'logs', () => {
      calls += 1;
      return calls % 9 === 0 ? problem(404, 'Not this time.') : undefined;
    });
  },
});
