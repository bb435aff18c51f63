/** Patience with one request: whether it is sent again, after which pause, and when the kit gives up. */
import { type Exchange, headerValue, isAccepted, type OperationRequest, type SentRequest } from '../core/exchange.ts';
import { isQuotaPause, isThrottling, pauseUnlessAsked, throttlePause } from './limits/throttling.ts';
import { NotSent } from './not-sent.ts';
import type { RequestScope, SharedConnection } from './shared-connection.ts';

/** Within this time, other operations show whether the run waits for the next quota, ms. */
const pauseBeforeQuotaMs = 250;

/**
 * Sends a request, and sends it again if it was throttled or met a ban or an outage, or was a GET that lost its connection.
 * @param built the request as it goes out
 * @throws NotSent if a limit forbids to send it, or the target throttles or is away for too long
 */
export async function sendUntilAnswered(
  connection: SharedConnection,
  scope: RequestScope,
  request: OperationRequest,
  built: SentRequest,
): Promise<Exchange> {
  const { userPauses, operationPauses } = connection.watches;
  const attempts = new Attempts(connection, scope, request, built);
  try {
    for (;;) {
      if (request.throttle !== 'accept') {
        userPauses.assertMaySend(built);
        const paused = operationPauses.wait(built.operation);
        if (paused !== undefined) await paused;
      }
      const exchange = await connection.sendOnce(attempts.sent, attempts.how, scope);
      if (!(await attempts.isSentAgain(exchange))) return exchange;
    }
  } finally {
    attempts.end();
  }
}

/** The attempts of one request. */
class Attempts {
  /** The request as the next attempt sends it. */
  sent: SentRequest;
  how: OperationRequest;
  readonly #connection: SharedConnection;
  readonly #scope: RequestScope;
  readonly #request: OperationRequest;
  #count = 0;
  /** When the target was first asked, or last ended a ban, ms since the epoch. */
  #since: number;
  /** How long this request waited for throttling, ms. */
  #throttledMs = 0;
  /** How long this request made the whole run wait, ms. */
  #heldMs = 0;
  #refusedAsLoad = 0;
  #isOutlasted = false;

  constructor(connection: SharedConnection, scope: RequestScope, request: OperationRequest, built: SentRequest) {
    this.#connection = connection;
    this.#scope = scope;
    this.#request = request;
    this.sent = built;
    this.how = request;
    this.#since = connection.outside.clock.now();
  }

  get #acceptsThrottling(): boolean {
    return this.#request.throttle === 'accept';
  }

  /**
   * Whether the request is sent again after this exchange. Waits until then.
   * @throws NotSent if the target throttles or is away for too long
   */
  async isSentAgain(exchange: Exchange): Promise<boolean> {
    const { firewall, outages, userPauses } = this.#connection.watches;
    const pause = this.#pauseAfter(exchange);
    if (pause !== undefined && (await userPauses.waitOut(exchange, pause))) return true;
    if (this.#isRefusedAsLoad(exchange)) return true;
    if ((await firewall.waitOut(exchange)) || (await this.#hasOutlastedBan(exchange, pause))) {
      this.#startOver();
      return true;
    }
    if (pause !== undefined) {
      await this.#waitForThrottling(exchange, pause);
      return true;
    }
    this.#noteServed(exchange);
    if (this.#mayWaitForOutage && (await outages.waitOut(exchange)) && mayBeRepeated(exchange)) {
      this.#noteOutage();
      return true;
    }
    return this.#canReconnectAfter(exchange);
  }

  async #hasOutlastedBan(exchange: Exchange, pause: number | undefined): Promise<boolean> {
    if (pause === undefined && isThrottling(exchange)) return false;
    return this.#connection.watches.bans.waitOut(exchange, askedPause(exchange, pause));
  }

  /**
   * Counts an attempt.
   * @returns the pause that throttling calls for, ms; undefined if it does not, or the check wants to see the throttling
   */
  #pauseAfter(exchange: Exchange): number | undefined {
    this.#count += 1;
    // A server error may come after the effect, which a GET does not have.
    if (this.sent.method !== 'GET' && (exchange.response?.status ?? 0) >= 500) this.#markRetried();
    if (this.#acceptsThrottling) return undefined;
    return throttlePause(exchange, this.#count, this.#connection.outside.clock.now());
  }

  /** Whether the target refused the request because of its load, and may accept it after the pause that the run now makes. */
  #isRefusedAsLoad(exchange: Exchange): boolean {
    const { load } = this.#connection.watches;
    if (!this.#acceptsThrottling && load.mayPass(exchange, this.#refusedAsLoad)) {
      this.#refusedAsLoad += 1;
      this.#slowDown(pauseUnlessAsked(this.#refusedAsLoad));
      return true;
    }
    if (this.#refusedAsLoad > 0) load.noteEnd(exchange);
    return false;
  }

  /** After a ban: the patience with throttling begins anew. */
  #startOver(): void {
    this.#connection.usage.noteRetry();
    this.#since = this.#connection.outside.clock.now();
  }

  /** @throws NotSent if the target has throttled for too long */
  async #waitForThrottling({ response }: Exchange, pause: number): Promise<void> {
    const { time, watches } = this.#connection;
    const { patience, operationPauses } = watches;
    const { operation } = this.sent;
    const waited = this.#throttledMs + pause;
    const isAsked = response !== null && headerValue(response, 'retry-after') !== undefined;
    const isAlone = await operationPauses.isAlone(operation, pause, isAsked);
    const waiting = { since: this.#since, waited, pause, leftMs: time.left, isAlone: isAlone && !isAsked };
    if (patience.isExhaustedBy(operation, waiting)) {
      if (this.#count === 1 && isQuotaPause(pause)) {
        this.#slowDown(pauseBeforeQuotaMs);
        return;
      }
      patience.exhaust(operation);
      throw this.#throttled(response, pause);
    }
    this.#throttledMs = waited;
    if (isAlone) this.#pauseOperation(pause);
    else this.#slowDown(pause);
  }

  #throttled(response: Exchange['response'], pause: number): NotSent {
    const connection = this.#connection;
    const after = response === null ? undefined : headerValue(response, 'retry-after');
    if (after !== undefined && connection.watches.patience.lacksTimeFor(pause, connection.time.left))
      connection.timeForPauses = connection.forecast.adviceWithPause(pause);
    const tries = `${this.#count} ${this.#count === 1 ? 'try' : 'tries'}`;
    const asked = after === undefined ? '' : `, with Retry-After: ${after}`;
    const message = `the target throttles: ${response?.status} after ${tries}${asked}`;
    return new NotSent('throttled', message, undefined, connection.timeForPauses, this.sent.operation);
  }

  /** Notes that the target does not throttle this request, or no longer. */
  #noteServed(exchange: Exchange): void {
    if (this.#heldMs > 0) this.#connection.noteRecovery(this.#heldMs);
    this.#heldMs = 0;
    if (isAccepted(exchange)) this.#connection.watches.patience.recover(this.sent.operation);
  }

  /** Nothing is sent again. */
  end(): void {
    if (this.#heldMs > 0) this.#connection.time.takeBack(this.#heldMs);
    this.#heldMs = 0;
  }

  /** Not for confirmations and for requests that ask whether the target is there: these have to see the outage. */
  get #mayWaitForOutage(): boolean {
    return (
      !this.#isOutlasted && !this.#scope.confirming && !this.#acceptsThrottling && this.how.connection === undefined
    );
  }

  #noteOutage(): void {
    this.#isOutlasted = true;
    this.#connection.usage.noteRetry();
    if (this.sent.method === 'GET') this.#markRetried();
  }

  /** Whether the connection was cut under a request that can be sent again, now on a fresh connection. */
  #canReconnectAfter(exchange: Exchange): boolean {
    const { closed } = this.#connection.watches;
    closed.note(exchange, this.how !== this.#request);
    const isRepeatable = mayBeRepeated(exchange) && this.how.connection === undefined;
    if (exchange.failure?.kind !== 'cut' || !isRepeatable || closed.explains(exchange)) return false;
    this.#connection.usage.noteRetry();
    this.how = { ...this.#request, connection: 'fresh' };
    this.#markRetried();
    return true;
  }

  #markRetried(): void {
    this.sent = { ...this.sent, retried: true };
  }

  #pauseOperation(pause: number): void {
    this.#connection.usage.noteRetry();
    this.#heldMs += this.#connection.pauseOperation(this.sent.operation, pause);
  }

  #slowDown(pause: number): void {
    this.#connection.usage.noteRetry();
    this.#heldMs += this.#connection.slowDown(pause);
  }
}

/** The pause if the target asked for it by Retry-After, else 0, ms. */
function askedPause({ response }: Exchange, pause: number | undefined): number {
  return pause !== undefined && headerValue(response!, 'retry-after') !== undefined ? pause : 0;
}

/** Whether a request that was lost may be sent again (RFC 9110 §9.2.2): a POST may have taken effect, unless it was never sent. */
function mayBeRepeated({ request, failure }: Exchange): boolean {
  return request.method === 'GET' || failure?.kind === 'refused';
}
