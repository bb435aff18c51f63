import { defineFault } from '../../fault.ts';
import { objectOf } from '../../fields.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-coerces-limit',
  breaks: 'A field of another JSON type is refused; here limit may be text.',
  section: '2',
  level: 'advisory',
  owner: 'create/rejects-wrong-types',
  apply(server) {
    wrap(server, 'checkCreate', (inner) => (body) => {
      const fields = objectOf(body);
      return inner(
        typeof fields['limit'] === 'string' ? { ...fields, limit: Number.parseInt(fields['limit'], 10) || 1 } : body,
      );
    });
  },
});
