import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { asked, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-needs-status',
  breaks: 'Every parameter may be left out; here status may not.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/optional-parameters',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      !asked(call).has('status') && !asked(call).has('next') && !asked(call).has('prev')
        ? problem(400, 'A parameter is missing.')
        : undefined,
    ),
});
