import { defineFault } from '../../fault.ts';
import { objectOf } from '../../fields.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-last-name-optional',
  breaks: 'The declared fields are needed and no others; here the last name may be left out.',
  section: '2',
  level: 'declared',
  owner: 'register/required-fields',
  apply(server) {
    wrap(server, 'checkRegister', (inner) => (body) => inner({ lastName: '–', ...objectOf(body) }));
  },
});
