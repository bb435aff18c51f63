import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-ignores-broken-json',
  breaks: 'verify: bodies are JSON; here one that is none counts as empty, and succeeds.',
  section: 'intro',
  level: 'derived',
  owner: 'verify/rejects-non-json',
  apply(server) {
    instead(server, 'verify', (call) => {
      try {
        JSON.parse(call.payload.toString());
      } catch {
        return { status: 200, body: {} };
      }
      return undefined;
    });
  },
});
