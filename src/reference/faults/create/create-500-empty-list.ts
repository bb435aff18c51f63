import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-500-empty-list',
  breaks: 'No request of the stated types is the server’s undoing; here an empty list makes a broken IN ().',
  section: '4.1',
  level: 'derived',
  owner: 'create/no-server-error',
  apply: (server) =>
    instead(server, 'create', (call) =>
      sent(call)['profileIds']?.length === 0 || sent(call)['calendarIds']?.length === 0 ? failed() : undefined,
    ),
});
