import type { Answer } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-shared-cache',
  breaks: 'Each request carries its token; here a cache in front answers by URL alone.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/never-remembered',
  apply(server) {
    const cache = new Map<string, Answer>();
    wrap(server, 'handle', (inner) => async (call) => {
      const answer = await inner(call);
      const key = `${call.path}?${call.search}`;
      if (call.operation === 'logs' && answer.status === 200) cache.set(key, answer);
      return answer.status === 401 ? (cache.get(key) ?? answer) : answer;
    });
  },
});
