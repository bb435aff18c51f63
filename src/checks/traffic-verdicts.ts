/** The verdicts of requirements that hold for all traffic of a run: what the traffic monitor found decides them. */
import type { Reproducer } from '../core/verdict.ts';
import { needsCode } from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';
import { fail, inconclusive } from './conclusion.ts';

/** Fails where the monitor found a violation: the first few of them are the proof. */
export function failOnViolations({ findings }: CheckContext, symptom: Reproducer['symptom']): void {
  const [first] = findings.violations;
  if (first === undefined) return;
  fail(
    first.message,
    findings.violations.map(({ exchange }) => exchange),
    { symptom },
  );
}

/**
 * Requires that every success of the run meets the requirement. Where there was none yet, the canonical request is sent.
 * @param shape what a replay compares responses with; left out where only this check can decide
 */
export async function requireClean(
  t: CheckContext,
  shape?: 'json' | 'content-type' | 'page' | 'empty-object',
): Promise<undefined> {
  const operation = t.requirement.operation!;
  if (t.findings.judged === 0 && !needsCode(operation)) await t.sendCanonical(operation);
  failOnViolations(t, shape === undefined ? { kind: 'check' } : { kind: 'shape', schema: shape });
  if (t.findings.judged === 0)
    inconclusive(`${operation} never succeeded`, `a target on which ${operation}/accepts-valid passes`);
}
