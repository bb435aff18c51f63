import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-direction-needs-sort',
  breaks: 'Every parameter may be left out; here sortDirection needs sortBy beside it.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/optional-parameters',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      asked(call).has('sortDirection') && !asked(call).has('sortBy')
        ? problem(400, 'A parameter is missing.')
        : undefined,
    ),
});
