import { defineFault } from '../../fault.ts';
import type { Page } from '../../steps.ts';
import { asked, onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-error-inside',
  breaks: 'A page has data and a cursor; here on the last page a 200 says that the search timed out.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onSuccess(server, 'logs', (answer, call) => {
      const { cursor } = answer.body as Page;
      return asked(call).has('next') && cursor.prev !== undefined && cursor.next === undefined
        ? { ...answer, body: { error: 'timeout' } }
        : answer;
    });
  },
});
