import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-sort-needs-direction',
  breaks: 'Every parameter may be left out; here sortBy needs sortDirection beside it.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/optional-parameters',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      asked(call).has('sortBy') && !asked(call).has('sortDirection')
        ? problem(400, 'A parameter is missing.')
        : undefined,
    ),
});
