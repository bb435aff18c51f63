import { defineFault } from '../../fault.ts';
import { objectOf } from '../../fields.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-wraps-scalars',
  breaks: 'A field of another JSON type is refused; here a single text stands for a list.',
  section: '2',
  level: 'advisory',
  owner: 'create/rejects-wrong-types',
  apply(server) {
    wrap(server, 'checkCreate', (inner) => (body) => {
      const { profileIds, ...rest } = objectOf(body);
      return inner({ ...rest, profileIds: typeof profileIds === 'string' ? [profileIds] : profileIds });
    });
  },
});
