import { defineFault } from '../../fault.ts';
import { asked, failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-odd-time',
  breaks: 'No request of the stated types is the server’s undoing; here a time of another form is.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply(server) {
    onRefusal(server, 'logs', (answer, call) =>
      answer.status === 400 && (asked(call).has('from') || asked(call).has('to')) ? failed() : answer,
    );
  },
});
