/** Sentences that hold for every success of the run: decided at its end, from what was watched. */
import { checksOf, fail, inconclusive, pass, type Trial } from '../../src/kit.ts';
import { all } from '../rows.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

/** Decides a row from what the watch saw of it; where it saw nothing, one canonical request is sent first. */
export async function watched(trial: Trial, symptom: 'json' | 'content-type' | 'page' | 'empty-object') {
  const { row, watch } = trial;
  const operation = row.operation!;
  if (watch.row(row.id).judged === 0 && operation !== 'verify') await trial.canonical(operation);
  const { judged, violations } = watch.row(row.id);
  const [first, ...more] = violations;
  if (first !== undefined)
    throw fail(first.message, [first.exchange, ...more.map((violation) => violation.exchange)], {
      symptom: { kind: 'shape', schema: symptom },
    });
  if (judged === 0)
    throw inconclusive(`vacuous: ${operation} never succeeded`, `a target on which ${operation}/accepts-valid passes`);
  return pass({ restsOn: judged });
}

for (const op of all) {
  check(`${op}/content-type`, (trial) => watched(trial, 'content-type'), { phase: 'closing' });
  check(`${op}/json`, (trial) => watched(trial, 'json'), { phase: 'closing' });
}
