import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-status-varies',
  breaks: 'A success has the declared status; here each third registration is 202.',
  section: '4',
  level: 'declared',
  owner: 'register/success-status',
  apply(server) {
    let count = 0;
    onSuccess(server, 'register', (answer) => {
      count += 1;
      return count % 3 === 0 ? { ...answer, status: 202 } : answer;
    });
  },
});
