import { Refusal } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-by-post',
  breaks: 'A search is a GET; here it is a POST.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/accepts-valid',
  apply(server) {
    wrap(server, 'route', (inner) => (call) => {
      if (call.method === 'GET' && call.path.endsWith('/logs/search'))
        throw new Refusal(405, 'Use POST.', { Allow: 'POST' });
      inner(call);
    });
  },
});
