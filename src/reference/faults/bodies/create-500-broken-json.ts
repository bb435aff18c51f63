import { defineFault } from '../../fault.ts';
import { failed, onRefusal, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-500-broken-json',
  breaks: 'What is not well formed is refused, not fatal; here broken JSON is an uncaught exception.',
  section: 'RFC 8259',
  level: 'advisory',
  owner: 'create/survives-malformed',
  apply(server) {
    onRefusal(server, 'create', (answer, call) => {
      if (call.payload.length > 0 && answer.status === 400 && Object.keys(sent(call)).length === 0) return failed();
      return answer;
    });
  },
});
