import { endpoints } from '../../../core/operation.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-any-method',
  breaks: 'Another method is not carried out but answered 405 with Allow; here any method registers.',
  section: 'RFC 9110 §15.5.6',
  level: 'advisory',
  owner: 'register/wrong-method',
  apply(server) {
    wrap(
      server,
      'handle',
      (inner) => (call) =>
        inner(call.method !== 'OPTIONS' && call.path === endpoints.register.path ? { ...call, method: 'POST' } : call),
    );
  },
});
