import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-refuses-one',
  breaks: 'The fields are lists; here a list of one is refused.',
  section: '2',
  level: 'derived',
  owner: 'create/many',
  apply: (server) =>
    instead(server, 'create', (call) =>
      sent(call)['profileIds']?.length === 1 || sent(call)['calendarIds']?.length === 1
        ? problem(400, 'Name at least two.')
        : undefined,
    ),
});
