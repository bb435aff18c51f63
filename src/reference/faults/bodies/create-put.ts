import { endpoints } from '../../../core/operation.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-put',
  breaks: 'Another method is not carried out but answered 405 with Allow; here PUT and PATCH create as well.',
  section: 'RFC 9110 §15.5.6',
  level: 'advisory',
  owner: 'create/wrong-method',
  apply(server) {
    wrap(
      server,
      'handle',
      (inner) => (call) =>
        inner(
          ['PUT', 'PATCH'].includes(call.method) && call.path === endpoints.create.path
            ? { ...call, method: 'POST' }
            : call,
        ),
    );
  },
});
