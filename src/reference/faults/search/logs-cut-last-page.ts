import { defineFault } from '../../fault.ts';
import { cut, onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-cut-last-page',
  breaks: 'No request of the stated types is the server’s undoing; here the last page breaks the connection.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) =>
    onSuccess(server, 'logs', (answer, call) =>
      'next' in (answer.body as { cursor: object }).cursor ? answer : cut(call),
    ),
});
