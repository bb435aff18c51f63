/** The verdicts of requirements that hold for all traffic of a run: what the traffic monitor found decides them. */
import type { Exchange } from '../../core/exchange.ts';
import { isGatewayError } from '../../core/outage.ts';
import type { Reproducer } from '../../core/verdict.ts';
import { needsCode } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { fail, inconclusive } from '../conclusion.ts';
import { failsWhileAvailable } from '../confirmation/availability.ts';
import { sameAgain } from '../requests.ts';
import { requireCodeSource } from '../valid-request.ts';
import { isServerError } from './server-errors.ts';

/** Fails if the monitor found a violation: the first few of them are the proof. */
export function failOnViolations({ findings }: CheckContext, symptom: Reproducer['symptom']): void {
  const [first] = findings.violations;
  if (first === undefined) return;
  fail(
    first.message,
    findings.violations.map(({ exchange }) => exchange),
    { symptom },
  );
}

/** How many requests that failed in an outage are sent again. */
const repeatedOfOutage = 4;

/**
 * Fails if a request that failed in the only outage of the run fails again, alone, both now and after a pause: then the request is
 * the cause. Without the pause, it may be sent again in the same outage.
 */
export async function failOnErrorsOfOutage(t: CheckContext, symptom: Reproducer['symptom']): Promise<void> {
  const errors = t.traffic.excusedErrorsOf(t.requirement.id);
  const step = Math.max(1, (errors.length - 1) / (repeatedOfOutage - 1));
  for (let at = 0; at < errors.length; at += step) {
    const exchange = errors[Math.round(at)]!;
    const again = (await errorAgain(t, exchange)) && (await errorAgain(t, exchange, t.client.longestLagMs));
    if (again === undefined) continue;
    const message = `answered ${exchange.response!.status}, and again, alone, ${again.response!.status}`;
    fail(message, [exchange, again], { symptom });
  }
}

/** The server's own error that the same request gets again, alone; undefined if it gets another response. */
async function errorAgain(t: CheckContext, exchange: Exchange, pauseMs = 0): Promise<Exchange | undefined> {
  await t.clock.sleep(pauseMs);
  const again = await t.exclusively((alone) => alone.send(sameAgain(alone, exchange)));
  return isServerError(again) && !isGatewayError(again) ? again : undefined;
}

/**
 * A gateway error counts only if it recurs within `requestsPerError` requests, `errorsPerRound` times in a row, in each of `rounds`
 * rounds. A gateway that loses some requests of any kind does not lose that many.
 */
const requestsPerError = 8;
const errorsPerRound = 4;
const rounds = 2;

/** Fails if a gateway error of the run comes again and again, alone and after pauses, while the target is available. */
export async function failOnGatewayErrors(t: CheckContext, symptom: Reproducer['symptom']): Promise<void> {
  const operation = t.requirement.operation!;
  for (const exchange of t.traffic.gatewayErrors.of(operation)) {
    const again: Exchange[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await t.clock.sleep(t.client.settleMs);
      // With the probes around it: they would be the load that the others are rejected for.
      const found = await t.exclusively((alone) =>
        failsWhileAvailable(alone, operation, () => lastServerError(alone, exchange), isServerError),
      );
      if (found === undefined) break;
      again.push(found);
    }
    const [first] = again;
    if (first === undefined || again.length < rounds) continue;
    const message = `answered ${exchange.response!.status}, and again, alone, ${first.response!.status}`;
    fail(message, [exchange, ...again], { symptom });
  }
}

/** The last of the server errors that the same request gets again and again; another response if they do not come. */
async function lastServerError(t: CheckContext, exchange: Exchange): Promise<Exchange> {
  let sent = exchange;
  for (let errors = 0; errors < errorsPerRound && isServerError(sent); errors += 1)
    for (let count = 0; count < requestsPerError && (count === 0 || !isServerError(sent)); count += 1)
      sent = await t.send(sameAgain(t, exchange));
  return sent;
}

/**
 * Requires that every success of the run meets the requirement. Where there was none yet, the canonical request is sent.
 * @param shape what a replay compares responses with; left out if only this check can decide
 */
export async function requireClean(
  t: CheckContext,
  shape?: 'json' | 'content-type' | 'page' | 'empty-object',
): Promise<undefined> {
  const operation = t.requirement.operation!;
  if (t.findings.judged === 0 && !needsCode(operation)) await t.sendCanonical(operation);
  failOnViolations(t, shape === undefined ? { kind: 'check' } : { kind: 'shape', schema: shape });
  const { judged, shared } = t.findings;
  if (judged > 0) return;
  // For example the verification that showed how codes are read, if no other check of the run verifies a user.
  if (shared !== undefined) {
    t.client.noteUse([shared]);
    return;
  }
  if (needsCode(operation)) requireCodeSource(t.users);
  inconclusive(`${operation} never succeeded`, `a target on which ${operation}/accepts-valid passes`);
}
