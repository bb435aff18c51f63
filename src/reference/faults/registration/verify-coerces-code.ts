import { defineFault } from '../../fault.ts';
import { objectOf } from '../../fields.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-coerces-code',
  breaks: 'A field of another JSON type is refused; here the code may be text.',
  section: '2',
  level: 'advisory',
  owner: 'verify/rejects-wrong-types',
  apply(server) {
    wrap(server, 'checkVerify', (inner) => (body) => {
      const { code, ...rest } = objectOf(body);
      return inner({ ...rest, code: typeof code === 'string' ? Number.parseInt(code, 10) : code });
    });
  },
});
