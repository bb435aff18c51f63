import { defineFault } from '../../fault.ts';
import { asked, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-bad-cursor-empty-page',
  breaks: 'A cursor that was not issued is refused; here it yields an empty page.',
  section: '4.4',
  level: 'advisory',
  owner: 'logs/bad-cursor',
  apply(server) {
    onRefusal(server, 'logs', (answer, call) =>
      answer.status === 400 && (asked(call).has('next') || asked(call).has('prev'))
        ? { status: 200, body: { data: [], cursor: { totalItems: 0 } } }
        : answer,
    );
  },
});
