/** Both operations answer an empty object, on every success of the run. */
import { checksOf } from '../../src/kit.ts';
import { watched } from '../operations/watched.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

for (const op of ['register', 'verify'] as const)
  check(`${op}/empty-object`, (trial) => watched(trial, 'empty-object'), { phase: 'closing' });
