import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-no-content-type',
  breaks: 'A success says application/json; here registration says nothing.',
  section: 'intro',
  level: 'stated',
  owner: 'register/content-type',
  apply(server) {
    wrap(server, 'headers', (inner) => (answer, payload, call) => {
      const { 'Content-Type': type, ...rest } = inner(answer, payload, call);
      return call.operation === 'register' && answer.status < 300
        ? rest
        : { ...rest, ...(type && { 'Content-Type': type }) };
    });
  },
});
