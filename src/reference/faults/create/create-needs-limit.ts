import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-needs-limit',
  breaks: 'The declared fields are needed and no others; here limit is needed too.',
  section: '2',
  level: 'declared',
  owner: 'create/required-fields',
  apply: (server) =>
    instead(server, 'create', (call) =>
      sent(call)['limit'] === undefined ? problem(400, 'limit is missing.') : undefined,
    ),
});
