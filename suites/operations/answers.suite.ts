/** Sentences that hold for every success of the run: decided at its end, from what was watched. */
import { checksOf } from '../../src/suite.ts';
import { allOperations } from '../lib/per-operation.ts';
import { requirements } from './requirements.ts';
import { watched } from './watched.ts';

const check = checksOf(requirements);

export { watched };

for (const op of allOperations) {
  check(`${op}/content-type`, (t) => watched(t, 'content-type'), { phase: 'closing' });
  check(`${op}/json`, (t) => watched(t, 'json'), { phase: 'closing' });
}
