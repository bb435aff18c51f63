import { defineFault } from '../../fault.ts';
import { failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-500-astral',
  breaks:
    'No request of the stated types is the server’s undoing; here characters beyond the basic plane do not fit the column (utf8mb3).',
  section: '4.2',
  level: 'derived',
  owner: 'register/no-server-error',
  apply: (server) =>
    instead(server, 'register', (call) =>
      /[\u{10000}-\u{10ffff}]/u.test(call.payload.toString()) ? failed() : undefined,
    ),
});
