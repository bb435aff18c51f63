import { defineFault } from '../../fault.ts';
import { objectOf } from '../../fields.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-cuts-fraction',
  breaks: 'A field of another JSON type is refused; here a fraction is cut off the code.',
  section: '2',
  level: 'advisory',
  owner: 'verify/rejects-wrong-types',
  apply(server) {
    wrap(server, 'checkVerify', (inner) => (body) => {
      const { code, ...rest } = objectOf(body);
      return inner({ ...rest, code: typeof code === 'number' ? Math.trunc(code) : code });
    });
  },
});
