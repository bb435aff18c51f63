import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-refuses-lower-case',
  breaks: 'The values that the specification lists are taken; here directions are in capitals.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/allowed-values',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      /^(asc|desc)$/.test(asked(call).get('sortDirection') ?? '')
        ? problem(400, 'The value is not allowed.')
        : undefined,
    ),
});
