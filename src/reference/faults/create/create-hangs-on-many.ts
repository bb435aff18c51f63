import { defineFault } from '../../fault.ts';
import { instead, never, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-hangs-on-many',
  breaks: 'No request of the stated types is the server’s undoing; here 500 ids and more never come to an end.',
  section: '4.1',
  level: 'derived',
  owner: 'create/no-server-error',
  apply: (server) =>
    instead(server, 'create', (call) => (sent(call)['profileIds']?.length >= 500 ? never() : undefined)),
});
