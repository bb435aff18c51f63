import { defineFault } from '../../fault.ts';
import { asked, failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-bad-cursor-500',
  breaks: 'A cursor that was not issued is refused; here it is an uncaught exception.',
  section: '4.4',
  level: 'advisory',
  owner: 'logs/bad-cursor',
  apply: (server) =>
    onRefusal(server, 'logs', (answer, call) =>
      answer.status === 400 && (asked(call).has('next') || asked(call).has('prev')) ? failed() : answer,
    ),
});
