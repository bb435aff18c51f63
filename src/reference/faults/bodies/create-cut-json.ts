import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-cut-json',
  breaks: 'Bodies are JSON; here one that is cut is repaired by closing what is open.',
  section: 'intro',
  level: 'derived',
  owner: 'create/rejects-non-json',
  apply(server) {
    wrap(server, 'parseBody', (inner) => (call) => {
      const text = call.payload.toString();
      for (const end of ['', '}', ']}', '"]}', '"}']) {
        call.payload = Buffer.from(text + end);
        const value = attempt(() => inner(call));
        if (value !== undefined)
          return call.operation === 'create' ? { profileIds: [], calendarIds: [], ...(value as object) } : value;
      }
      return inner(call);
    });
  },
});
