import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-needs-title',
  breaks:
    'A creation names limit, profiles and calendars; here a title that the specification does not know is required.',
  section: '4.1',
  level: 'stated',
  owner: 'create/accepts-valid',
  apply: (server) =>
    instead(server, 'create', (call) => (sent(call)['title'] ? undefined : problem(400, 'title is missing.'))),
});
