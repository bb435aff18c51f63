import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-no-status-with-range',
  breaks: 'Every parameter may be left out; here status and a range may not be together.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/optional-parameters',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      asked(call).has('status') && (asked(call).has('from') || asked(call).has('to'))
        ? problem(400, 'A parameter is missing.')
        : undefined,
    ),
});
