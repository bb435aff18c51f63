/**
 * Requests that hung, sent again at the end of a run: one of each operation, all at once, since each takes several time-outs.
 * A valid request beside each shows that the target serves others meanwhile: without that, a hang proves nothing here.
 */
import { NotSent } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';
import { type Operation, operations } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { isAnsweredPromptly } from '../confirmation/availability.ts';
import { sameAgain } from '../requests.ts';

/** Share of the time-out after which the valid request is sent beside the others. */
const shareBefore = 1 / 4;

/** By operation, the requests that hung again while a valid request was answered; empty if only one operation had any. */
export function hangsAtOnce(t: CheckContext): Promise<ReadonlyMap<Operation, Exchange>> {
  return t.once('requests that hang, all at once', (shared) =>
    shared.exclusively(async (alone) => {
      const suspicions = operations.flatMap((op) => alone.traffic.unconfirmedTimeouts(op).slice(0, 1));
      if (suspicions.length < 2) return new Map();
      const again = await Promise.all(suspicions.map((suspicion) => hangsBesideValid(alone, suspicion)));
      return new Map(
        again.flatMap((exchange) => (exchange === undefined ? [] : [[exchange.request.operation, exchange]])),
      );
    }),
  );
}

async function hangsBesideValid(t: CheckContext, suspicion: Exchange): Promise<Exchange | undefined> {
  const how = t.runContext.longWaits.howAgain(suspicion);
  if (how === undefined) return undefined;
  try {
    const [exchange, isServed] = await Promise.all([
      t.send({ ...sameAgain(t, suspicion), ...how }),
      t.clock
        .sleep(t.settings.run.timeoutMs * shareBefore)
        .then(() => isAnsweredPromptly(t, suspicion.request.operation)),
    ]);
    return exchange.failure?.kind === 'timeout' && isServed ? exchange : undefined;
  } catch (error) {
    if (error instanceof NotSent) return undefined;
    throw error;
  }
}
