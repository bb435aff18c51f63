import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-500-repeated-ids',
  breaks: 'No request of the stated types is the server’s undoing; here an id named twice breaks a unique key.',
  section: '4.1',
  level: 'derived',
  owner: 'create/no-server-error',
  apply: (server) =>
    instead(server, 'create', (call) =>
      Array.isArray(sent(call)['calendarIds']) &&
      new Set(sent(call)['calendarIds']).size < sent(call)['calendarIds'].length
        ? failed()
        : undefined,
    ),
});
