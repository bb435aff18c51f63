/** Patience with one request: what is sent again, after which pause, and when that is of no use any more. */
import { type Exchange, headerValue, isAccepted, type OperationRequest, type SentRequest } from '../core/exchange.ts';
import { NotSent } from './not-sent.ts';
import type { RequestScope, SharedConnection } from './shared-connection.ts';
import { isThrottling, pauseUnlessAsked, throttlePause } from './throttling.ts';

/**
 * Sends a request, and sends it again where it was throttled or met a ban or an outage, or was a GET that lost its connection.
 * @param built the request as it goes out
 * @throws NotSent where a limit forbids to send it, or the target throttles or is away for too long
 */
export async function sendUntilAnswered(
  connection: SharedConnection,
  scope: RequestScope,
  request: OperationRequest,
  built: SentRequest,
): Promise<Exchange> {
  const { patience, bans, load, closed, outages } = connection;
  const { clock } = connection.outside;
  let how = request;
  let since = clock.now();
  let waited = 0;
  /** What this request made the whole run wait, ms. */
  let heldMs = 0;
  let refusedAsLoad = 0;
  let isOutlasted = false;
  let sent = built;
  for (let attempt = 1; ; attempt += 1) {
    const exchange = await connection.sendOnce(sent, how, scope);
    if (sent.method !== 'GET' && (exchange.response?.status ?? 0) >= 500) sent = { ...sent, retried: true };
    const pause = request.throttle === 'accept' ? undefined : throttlePause(exchange, attempt, clock.now());
    if (request.throttle !== 'accept' && load.mayPass(exchange, refusedAsLoad)) {
      refusedAsLoad += 1;
      connection.retries += 1;
      heldMs += connection.slowDown(pauseUnlessAsked(refusedAsLoad));
      continue;
    }
    if (refusedAsLoad > 0) load.noteEnd(exchange);
    const asked = pause !== undefined && headerValue(exchange.response!, 'retry-after') !== undefined ? pause : 0;
    if ((pause !== undefined || !isThrottling(exchange)) && (await bans.waitOut(exchange, asked))) {
      connection.retries += 1;
      since = clock.now();
      continue;
    }
    if (pause !== undefined) {
      if (
        patience.isExhaustedBy(built.operation, { since, waited: waited + pause, pause, leftMs: connection.time.left })
      ) {
        patience.exhaust(built.operation);
        throw new NotSent(
          'throttled',
          `the target throttles: ${exchange.response?.status} after ${attempt} ${attempt === 1 ? 'try' : 'tries'}`,
        );
      }
      waited += pause;
      connection.retries += 1;
      heldMs += connection.slowDown(pause);
      continue;
    }
    if (heldMs > 0) connection.noteRecovery(heldMs);
    heldMs = 0;
    if (isAccepted(exchange)) patience.recover(built.operation);
    // What confirms a finding, and what asks whether the target is there, has to see the outage.
    const mayWait = !isOutlasted && !scope.confirming && request.throttle !== 'accept' && how.connection === undefined;
    if (mayWait && (await outages.waitOut(exchange)) && mayBeRepeated(exchange)) {
      isOutlasted = true;
      connection.retries += 1;
      if (sent.method === 'GET') sent = { ...sent, retried: true };
      continue;
    }
    closed.note(exchange, how !== request);
    const isRepeatable = mayBeRepeated(exchange) && how.connection === undefined;
    if (exchange.failure?.kind !== 'cut' || !isRepeatable || closed.explains(exchange)) return exchange;
    connection.retries += 1;
    how = { ...request, connection: 'fresh' };
    sent = { ...sent, retried: true };
  }
}

/** Whether a request that was lost may be sent again (RFC 9110 §9.2.2): a POST may have taken effect, unless it was never sent. */
function mayBeRepeated({ request, failure }: Exchange): boolean {
  return request.method === 'GET' || failure?.kind === 'refused';
}
