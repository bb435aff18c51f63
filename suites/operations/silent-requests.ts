/** Requests that get no response, or a server error, anywhere in the run: what the traffic monitor has seen is judged at its end. */
import {
  api,
  type CheckContext,
  type Exchange,
  fail,
  inconclusive,
  NotSent,
  type Operation,
  responses,
  traffic,
} from '../../src/suite.ts';
import { requireNoGrowingDelay, requireNotForLength } from './delays.ts';

const { describeResponse } = responses;
/** The symptom of every finding here. */
export const symptom = { kind: 'server-error' } as const;

/** The client gives an operation up if many of its requests time out: those are the proof, if one times out alone, too. */
export async function failIfHung(t: CheckContext, op: Operation): Promise<void> {
  const hung = traffic.timeoutsOfGivenUp(t, op);
  if (hung.length < 2) return;
  const alone = await traffic.timesOutAlone(t, hung[0]!);
  if (alone !== undefined) {
    await requireNotForLength(t, alone);
    fail(
      `at least ${hung.length} requests ${describeResponse(hung[0]!)}, and one of them did so again alone`,
      [...hung, alone],
      {
        symptom,
      },
    );
  }
  inconclusive(
    `${hung.length} requests timed out beside others; alone, one of them was answered`,
    'a lower --concurrency, or a higher --timeout',
    hung,
  );
}

/** No response, or a server error that is not a gateway's. */
export const isSilent = (exchange: Exchange): boolean =>
  exchange.response === null || (traffic.isServerError(exchange) && !traffic.isGatewayError(exchange));

/** A 5xx counts even once in the whole run, no response if there is none again. */
export async function judgeTraffic(t: CheckContext, op: Operation): Promise<undefined> {
  traffic.failOnViolations(t, symptom);
  await traffic.failOnErrorsOfOutage(t, symptom);
  await traffic.failOnGatewayErrors(t, symptom);
  const suspicions = t.traffic.unconfirmedTimeouts(op);
  const atOnce = suspicions.length === 0 ? undefined : (await traffic.hangsAtOnce(t)).get(op);
  if (atOnce !== undefined) await failSilent(t, suspicions[0]!, atOnce);
  const { stoppedAttacks } = t.runContext;
  for (const suspicion of suspicions) {
    const isAttack = traffic.mayBeStopped(suspicion);
    if (isAttack && stoppedAttacks.has(op)) continue;
    let again: Exchange | undefined;
    try {
      const sendAgain = async (on: CheckContext) => {
        const how = on.runContext.longWaits.howAgain(suspicion);
        if (how === undefined) return undefined;
        const send = () => on.send({ ...traffic.sameAgain(on, suspicion), ...how });
        let last: Exchange | undefined;
        for (let time = 1; time <= traffic.timesAgain(suspicion); time += 1) {
          last = await traffic.failsWhileAvailable(on, op, send, isSilent);
          if (last === undefined) return undefined;
        }
        return last;
      };
      // A target may serve a few connections only, or one request after another: no other request of the run may hold it up.
      again = await t.exclusively(sendAgain);
    } catch (error) {
      if (error instanceof NotSent) await failIfHung(t, op);
      throw error;
    }
    if (again !== undefined && isAttack) stoppedAttacks.note(again);
    else if (again !== undefined) await failSilent(t, suspicion, again);
  }
  stoppedAttacks.inconclusiveIfAny(op);
  const late = t.runContext.longWaits.lateOf(op).at(-1);
  if (late !== undefined) traffic.inconclusiveAsLate(t, late);
  if (t.findings.judged === 0) inconclusive(`no ${op} request was sent`, `a run that sends ${op} requests`);
}

async function failSilent(t: CheckContext, suspicion: Exchange, again: Exchange): Promise<never> {
  await requireNoGrowingDelay(t, suspicion);
  await requireNotForLength(t, suspicion);
  const twice = `${describeResponse(suspicion)}, and the same request again ${describeResponse(again)}`;
  return fail(`${api.endpointOf[suspicion.request.operation]} ${twice}`, [suspicion, again], { symptom });
}
