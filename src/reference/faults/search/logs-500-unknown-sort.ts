import { defineFault } from '../../fault.ts';
import { asked, failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-unknown-sort',
  breaks: 'No request of the stated types is the server’s undoing; here an unknown sort key goes into ORDER BY.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply(server) {
    onRefusal(server, 'logs', (answer, call) =>
      answer.status === 400 && !['createdAt', 'status', null].includes(asked(call).get('sortBy')) ? failed() : answer,
    );
  },
});
