import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { attempt, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-validates-first',
  breaks: 'Who may not ask learns nothing of the form; here the query is judged before the token.',
  section: '5',
  level: 'advisory',
  owner: 'auth/logs/before-validation',
  apply(server) {
    onRefusal(server, 'logs', (answer, call) =>
      answer.status === 401 && !attempt(() => server.steps.readQuery(call))
        ? problem(400, 'The query is not valid.')
        : answer,
    );
  },
});
