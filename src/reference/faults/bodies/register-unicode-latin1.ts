import { defineFault } from '../../fault.ts';
import { onText } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-unicode-latin1',
  breaks: 'A success is one JSON text; here an answer to a name beyond ASCII is padded in another charset.',
  section: 'intro',
  level: 'stated',
  owner: 'register/json',
  apply: (server) =>
    onText(server, 'register', (text, call) =>
      /\P{ASCII}/u.test(call.payload.toString()) ? Buffer.from('{}\u00a0', 'latin1') : text,
    ),
});
