import { defineFault } from '../../fault.ts';
import { objectOf } from '../../fields.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-coerces-names',
  breaks: 'A field of another JSON type is refused; here a number is made text.',
  section: '2',
  level: 'advisory',
  owner: 'register/rejects-wrong-types',
  apply(server) {
    wrap(server, 'checkRegister', (inner) => (body) => {
      const { firstName, ...rest } = objectOf(body);
      return inner({ ...rest, firstName: typeof firstName === 'number' ? String(firstName) : firstName });
    });
  },
});
