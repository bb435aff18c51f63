import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-refuses-succeeded-desc',
  breaks: 'The values that the specification lists are taken; here succeeded and desc exclude each other.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/allowed-values',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      asked(call).get('status') === 'succeeded' && asked(call).get('sortDirection') === 'desc'
        ? problem(400, 'The value is not allowed.')
        : undefined,
    ),
});
