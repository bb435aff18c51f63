/** Requirements on every success of the run, decided at its end from what the traffic monitor found. */
import { api, checksOf, traffic } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

for (const op of api.operations) {
  check(`${op}/content-type`, (t) => traffic.requireClean(t, 'content-type'), { phase: 'closing' });
  check(`${op}/json`, (t) => traffic.requireClean(t, 'json'), { phase: 'closing' });
}
