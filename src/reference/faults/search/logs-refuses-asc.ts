import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-refuses-asc',
  breaks: 'The values that the specification lists are taken; here asc is spelled ascending.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/allowed-values',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      asked(call).get('sortDirection') === 'asc' ? problem(400, 'The value is not allowed.') : undefined,
    ),
});
