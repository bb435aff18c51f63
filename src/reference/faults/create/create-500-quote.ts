import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-500-quote',
  breaks: 'No request of the stated types is the server’s undoing; here a quote in an id ends the SQL string.',
  section: '4.1',
  level: 'derived',
  owner: 'create/no-server-error',
  apply: (server) =>
    instead(server, 'create', (call) =>
      JSON.stringify(sent(call)['profileIds'] ?? '').includes("'") ? failed() : undefined,
    ),
});
