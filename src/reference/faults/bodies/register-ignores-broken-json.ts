import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-ignores-broken-json',
  breaks: 'register: bodies are JSON; here one that is none counts as empty, and succeeds.',
  section: 'intro',
  level: 'derived',
  owner: 'register/rejects-non-json',
  apply(server) {
    instead(server, 'register', (call) => {
      try {
        JSON.parse(call.payload.toString());
      } catch {
        return { status: 201, body: {} };
      }
      return undefined;
    });
  },
});
