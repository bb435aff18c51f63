/** Every success of register and verify in the run returned an empty object. */
import { checksOf, traffic } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

for (const op of ['register', 'verify'] as const)
  check(`${op}/empty-object`, (t) => traffic.requireClean(t, 'empty-object'), { phase: 'closing' });
