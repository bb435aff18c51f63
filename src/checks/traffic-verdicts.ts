/** The verdicts of requirements that hold for all traffic of a run: what the traffic monitor found decides them. */
import { defaultSettleMs } from '../core/config.ts';
import type { Reproducer } from '../core/verdict.ts';
import { needsCode } from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';
import { fail, inconclusive } from './conclusion.ts';
import { sameAgain } from './requests.ts';
import { isServerError } from './server-errors.ts';
import { requireCodeSource } from './valid-request.ts';

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

/** Outages of one operation in a run that are not reported. */
const tolerableOutages = 2;

/** Fails where a gateway error of the run comes again, alone and after a pause, or where there were too many outages. */
export async function failOnGatewayErrors(t: CheckContext, symptom: Reproducer['symptom']): Promise<void> {
  const { outages, exchanges } = t.traffic.outages.of(t.requirement.operation!);
  const [first] = exchanges;
  if (first === undefined) return;
  await t.clock.sleep(t.settings.run.settleMs ?? defaultSettleMs);
  for (const exchange of exchanges) {
    const again = await t.exclusively((alone) => alone.send(sameAgain(alone, exchange)));
    if (isServerError(again))
      fail(`answered ${exchange.response!.status}, and again, alone, ${again.response!.status}`, [exchange, again], {
        symptom,
      });
  }
  if (outages > tolerableOutages)
    fail(`answered ${first.response!.status} in ${outages} outages, with successes between them`, exchanges, {
      symptom,
    });
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
  if (t.findings.judged > 0) return;
  if (needsCode(operation)) requireCodeSource(t.users);
  inconclusive(`${operation} never succeeded`, `a target on which ${operation}/accepts-valid passes`);
}
