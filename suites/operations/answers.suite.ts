/** Sentences that hold for every success of the run: decided at its end, from what was watched. */
import { checksOf } from '../../src/kit.ts';
import { all } from '../rows.ts';
import { rows } from './requirements.ts';
import { watched } from './watched.ts';

const check = checksOf(rows);

export { watched };

for (const op of all) {
  check(`${op}/content-type`, (trial) => watched(trial, 'content-type'), { phase: 'closing' });
  check(`${op}/json`, (trial) => watched(trial, 'json'), { phase: 'closing' });
}
