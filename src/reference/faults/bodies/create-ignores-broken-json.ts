import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-ignores-broken-json',
  breaks: 'create: bodies are JSON; here one that is none counts as empty, and succeeds.',
  section: 'intro',
  level: 'derived',
  owner: 'create/rejects-non-json',
  apply(server) {
    instead(server, 'create', (call) => {
      try {
        JSON.parse(call.payload.toString());
      } catch {
        return { status: 201, body: { data: [], cursor: { totalItems: 0 } } };
      }
      return undefined;
    });
  },
});
