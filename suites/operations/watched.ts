/** Decides a row from what the watch saw of it over the whole run. */
import { type CheckContext, type Conclusion, fail, inconclusive, pass } from '../../src/suite.ts';

/**
 * Throws the failure where the watch saw one; where it saw nothing, one canonical request is sent first.
 * @param shape what a replay compares responses with; left out where only this check can decide
 */
export async function watched(
  t: CheckContext,
  shape?: 'json' | 'content-type' | 'page' | 'empty-object',
): Promise<Conclusion> {
  const { requirement, traffic } = t;
  const operation = requirement.operation!;
  if (traffic.findingsFor(requirement.id).judged === 0 && operation !== 'verify') await t.sendCanonical(operation);
  const { judged, violations } = traffic.findingsFor(requirement.id);
  const [first, ...more] = violations;
  if (first !== undefined)
    fail(first.message, [first.exchange, ...more.map((violation) => violation.exchange)], {
      symptom: shape === undefined ? { kind: 'check' } : { kind: 'shape', schema: shape },
    });
  if (judged === 0) inconclusive(`${operation} never succeeded`, `a target on which ${operation}/accepts-valid passes`);
  return pass({ restsOn: judged });
}
