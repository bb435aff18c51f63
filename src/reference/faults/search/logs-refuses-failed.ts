import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-refuses-failed',
  breaks: 'The values that the specification lists are taken; here failed is spelled failure.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/allowed-values',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      asked(call).get('status') === 'failed' ? problem(400, 'The value is not allowed.') : undefined,
    ),
});
