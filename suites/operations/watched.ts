/** Decides a row from what the watch saw of it over the whole run. */
import { type Decision, fail, inconclusive, pass, type Trial } from '../../src/kit.ts';

/** Throws the failure where the watch saw one; where it saw nothing, one canonical request is sent first. */
export async function watched(
  trial: Trial,
  symptom: 'json' | 'content-type' | 'page' | 'empty-object',
): Promise<Decision> {
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
