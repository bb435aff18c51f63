/**
 * The connection that all views of one client share. It keeps every limit (those of admission.ts, budget, creations), counts
 * time-outs, and shows each exchange to its listeners. It does not know what a request means.
 */
import { longWaitFactor, type Settings } from '../core/config.ts';
import { describeDuration } from '../core/duration.ts';
import type { Exchange, OperationRequest, SentRequest, Session, WireResult } from '../core/exchange.ts';
import type { ItemForm } from '../core/items/stable-item.ts';
import type { Operation } from '../core/operation.ts';
import { compareItemsIn } from '../schema/page.ts';
import { buildRequest } from './build-request.ts';
import { CodeWaits } from './codes/code-waits.ts';
import { CreationLedger, type Reservation } from './creation-ledger.ts';
import type { ExchangeTally } from './evidence/exchange-tally.ts';
import { KeptBodies } from './evidence/kept-bodies.ts';
import { Recorder } from './evidence/recorder.ts';
import { Flights } from './flights.ts';
import { FreshLetters } from './fresh-letters.ts';
import { Admission, type AdmissionScope } from './limits/admission.ts';
import { LatencyTrend } from './limits/latency-trend.ts';
import { ExclusiveLock } from './limits/limits.ts';
import { RequestBudget } from './limits/request-budget.ts';
import { RunForecast } from './limits/run-forecast.ts';
import { RunTime, timeLimitOf } from './limits/run-time.ts';
import { TargetWatches } from './limits/target-watches.ts';
import { isThrottling } from './limits/throttling.ts';
import { NotSent } from './not-sent.ts';
import type { Outside } from './outside.ts';
import { outsideOf } from './outside-of-settings.ts';
import { RunUsage } from './run-usage.ts';
import type { Secrets } from './secrets/secrets.ts';
import { secretsOf } from './secrets/secrets-of-settings.ts';
import { TokenKeeper } from './secrets/token-keeper.ts';
import { SentCounter } from './sent-counter.ts';
import { wireRequestOf } from './wire/wire-request.ts';

/** On whose behalf a request is sent. */
export interface RequestScope extends AdmissionScope {
  readonly tallies: readonly ExchangeTally[];
  /** The exchange counts for no requirement; see {@link Client.sharing}. */
  readonly shared: boolean;
  /** Sent to confirm a finding; confirmations have an extra budget. */
  readonly confirming: boolean;
  /** Requests of the budget that it leaves to what comes later; as many as are kept unless given. */
  readonly leaves?: number;
  /** Sent for a check that takes few requests without the valid token; see {@link BanWatch}. */
  readonly sparing: boolean;
}

/** Waits of this length or longer are reported, ms. */
const longWaitMs = 5000;

export class SharedConnection {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly recorder: Recorder;
  readonly tokens: TokenKeeper;
  readonly lock = new ExclusiveLock();
  readonly budget: RequestBudget;
  readonly codes = new CodeWaits();
  readonly watches: TargetWatches;
  readonly creations: CreationLedger;
  readonly usage: RunUsage;
  /** Path of the base URL, with which every request target begins; without a slash at its end. */
  readonly pathPrefix: string;
  readonly outside: Outside;
  readonly fresh: FreshLetters;
  readonly time: RunTime;
  readonly forecast: RunForecast;
  readonly #admission: Admission;
  readonly #bodies = new KeptBodies();
  readonly #sentTo = new SentCounter();
  readonly #flights: Flights;
  readonly #trend = new LatencyTrend();
  readonly #listeners: ((exchange: Exchange) => void)[] = [];
  readonly #waitListeners: ((ms: number) => void)[] = [];
  /** What time would do, if the run has too little for a pause that the target asked for: ", such as 4m (…)". */
  timeForPauses = '';
  /** The form in which items of logs are compared if each reading writes them anew. */
  itemForm: ItemForm | undefined;
  #stopped = false;

  /** @param outside what the connection reaches; HTTP and the system's clock unless given */
  constructor(settings: Settings, outside: Outside = outsideOf(settings)) {
    const url = new URL(settings.baseUrl);
    this.settings = settings;
    this.pathPrefix = url.pathname.replace(/\/+$/, '');
    this.time = new RunTime(outside.clock, timeLimitOf(settings));
    this.forecast = new RunForecast(outside.clock, timeLimitOf(settings).ms, this.time);
    this.outside = { ...outside, clock: this.time.clock };
    this.secrets = secretsOf(settings);
    this.fresh = new FreshLetters(settings.run.freshKey);
    this.tokens = new TokenKeeper(settings, this.secrets, outside.clock);
    this.recorder = new Recorder(this.secrets, url.origin, settings.traceLink);
    this.budget = new RequestBudget(settings.run.maxRequests);
    this.#admission = new Admission(url.origin, settings.run, { lock: this.lock, clock: this.outside.clock }, (ms) =>
      this.time.giveBack(ms),
    );
    this.creations = new CreationLedger(settings.run.maxCreations, this.secrets);
    this.usage = new RunUsage({
      budget: this.budget,
      sentTo: this.#sentTo,
      creations: this.creations,
      inFlight: () => this.#flights.inFlight,
    });
    this.watches = new TargetWatches({
      clock: this.outside.clock,
      limitMs: timeLimitOf(settings).ms,
      leftMs: () => this.time.left,
      isBusy: () => this.isBusy,
      hold: (work) => this.#admission.hold(work),
      sendAhead: (request) => this.#sendAhead(request),
    });
    this.#flights = new Flights({
      settings,
      outside,
      tokens: this.tokens,
      budget: this.budget,
      pace: () => this.#admission.pace(),
      onLimit: (connections) => this.#admission.limitTo(connections),
      onRetry: () => this.usage.noteRetry(),
    });
  }

  /** Sends a request ahead of those that wait for admission; undefined if the run is over. */
  #sendAhead(request: OperationRequest): Promise<WireResult> | undefined {
    if (this.isOver({ confirming: true })) return undefined;
    this.usage.noteRetry();
    const built = buildRequest(request, this.settings, this.pathPrefix, this.tokens.valueOf('valid'));
    return this.#flights.carry(wireRequestOf(built, {}, { number: this.budget.take() }));
  }

  /** Whether any request is in flight now. */
  get isBusy(): boolean {
    return this.#flights.isBusy;
  }

  listen(listener: (exchange: Exchange) => void): void {
    this.#listeners.push(listener);
  }

  /** Sends nothing more, gives up what is in flight, and ends all pauses. */
  stop(): void {
    this.#stopped = true;
    this.time.end();
    this.#flights.close();
    void this.outside.wire.close();
  }

  session(): Session {
    return this.outside.wire.session();
  }

  close(): Promise<void> {
    this.#flights.close();
    return this.outside.wire.close();
  }

  /** Calls back with the length of each long wait, ms: the target asks for fewer requests. */
  onWait(listener: (ms: number) => void): void {
    this.#waitListeners.push(listener);
  }

  /** See {@link Admission.slowDown}. */
  slowDown(ms: number): number {
    const heldMs = this.#admission.slowDown(ms);
    this.usage.noteThrottled(heldMs);
    this.time.lend(heldMs);
    if (heldMs >= longWaitMs) for (const listener of this.#waitListeners) listener(heldMs);
    return heldMs;
  }

  /** See {@link OperationPauses.hold}: the run need not end before the pause does. */
  pauseOperation(operation: Operation, ms: number): number {
    const heldMs = this.watches.operationPauses.hold(operation, ms);
    this.time.lend(heldMs);
    return heldMs;
  }

  /** A request that was throttled was answered in the end. @param heldMs how long nothing was sent because of it, ms */
  noteRecovery(heldMs: number): void {
    this.time.takeBack(heldMs);
    this.time.giveBack(heldMs);
    this.#admission.noteRecovery();
  }

  /** See {@link Admission.sendFirst}. */
  sendFirst(requirement: string): void {
    this.#admission.sendFirst(requirement);
  }

  /**
   * Sends once, as soon as the limits allow it. None of the functions that only pass a promise on is async: each such layer
   * would cost three more turns of the queue of promises.
   * @throws NotSent if they forbid it
   */
  sendOnce(sent: SentRequest, request: OperationRequest, scope: RequestScope): Promise<Exchange> {
    return this.#admission.admit(
      scope,
      sent.operation,
      () => this.isOver(scope),
      () => {
        this.#assertMaySend(sent, request, scope);
        const reservation = this.creations.reserve(sent, scope.confirming);
        if (reservation === undefined) return this.#fly(sent, request, scope);
        return this.#create(reservation, () => this.#fly(sent, request, scope));
      },
      () => this.watches.timeouts.lateAfter(sent.operation),
    );
  }

  async #create(reservation: Reservation, fly: () => Promise<Exchange>): Promise<Exchange> {
    let exchange: Exchange | undefined;
    try {
      if (reservation.turn !== undefined) await reservation.turn;
      exchange = await fly();
      return exchange;
    } finally {
      reservation.settle(exchange);
    }
  }

  async #fly(sent: SentRequest, request: OperationRequest, scope: RequestScope): Promise<Exchange> {
    this.#sentTo.note(sent);
    const timeoutMs = this.#timeoutFor(sent, request);
    return this.#note(await this.#flights.fly(sent, request, scope, timeoutMs), timeoutMs, scope);
  }

  /** Whether nothing more may be sent on behalf of this scope: the run was stopped, or its time is used up. */
  isOver(scope: Pick<RequestScope, 'confirming'>): boolean {
    return this.#stopped || this.time.isOver(scope);
  }

  /** @throws NotSent if the run was stopped, or its time is used up */
  assertTimeLeft(scope: Pick<RequestScope, 'confirming'>): void {
    if (this.#stopped) throw new NotSent('aborted', 'the run was stopped');
    if (!this.time.isOver(scope)) return;
    const { ms, option } = timeLimitOf(this.settings);
    const setting = option === '--budget' ? option : undefined;
    const extra = this.time.extraMs < 1000 ? '' : `, and ${describeDuration(this.time.extraMs)} more for throttling`;
    const time = `${describeDuration(ms)} (${option}${extra})`;
    const message =
      this.time.left > 0 ? `the rest of ${time} is kept to confirm findings` : `the time of ${time} is used up`;
    throw new NotSent('time', message, setting, this.forecast.advice);
  }

  #assertMaySend(sent: SentRequest, request: OperationRequest, scope: RequestScope): void {
    if (request.signal?.aborted === true) throw new NotSent('aborted', 'the run was stopped');
    this.assertTimeLeft(scope);
    this.watches.assertMaySend(sent, request, scope);
    this.budget.assertLeft(scope);
  }

  #timeoutFor(sent: SentRequest, { evenIfHung, waitsLong }: OperationRequest): number | undefined {
    if (waitsLong === true) return longWaitFactor * this.settings.run.timeoutMs;
    const patience = evenIfHung === true ? undefined : this.watches.timeouts.patienceFor(sent);
    return patience === undefined ? undefined : Math.round(Math.min(patience, this.settings.run.timeoutMs / 3));
  }

  /** @throws NotSent if the kit, not the target, is the reason for a missing response */
  #note(exchange: Exchange, timeoutMs: number | undefined, scope: RequestScope): Exchange {
    const { request, response } = exchange;
    if (this.itemForm !== undefined && request.operation === 'logs' && response !== null)
      compareItemsIn(this.itemForm, response);
    this.#assertFailedByTarget(exchange, timeoutMs);
    for (const tally of scope.tallies) tally.add(exchange);
    for (const listener of this.#listeners) listener(exchange);
    this.#adaptTo(exchange);
    return exchange;
  }

  #assertFailedByTarget({ request, failure, startedAt, ms }: Exchange, timeoutMs: number | undefined): void {
    if (failure === undefined) return;
    // The kit itself gave up the requests that were in flight when the run was stopped.
    if (this.#stopped) throw new NotSent('aborted', 'the run was stopped');
    if (failure.kind === 'own-limit')
      throw new NotSent('own-limit', `the response has ${failure.message}; more are not read`);
    // A shorter wait than was configured proves nothing.
    if (failure.kind === 'timeout' && timeoutMs !== undefined && timeoutMs < this.settings.run.timeoutMs) {
      this.watches.timeouts.noteUnwaited(request, startedAt, ms);
      throw new NotSent('hung', `${failure.message}; longer is not waited for, since other requests hung`);
    }
  }

  /** Later requests depend on what this one shows of bans, outages, load and time. */
  #adaptTo(exchange: Exchange): void {
    const { request, response, failure, ms } = exchange;
    this.watches.note(exchange);
    this.forecast.note(exchange);
    if (response !== null) {
      if (!isThrottling(exchange)) this.#admission.noteAnswer();
      this.#bodies.keep(response);
      if (this.#trend.isRising(request.operation, response.status, ms)) this.#admission.shrink();
    }
    // It may have waited in the target for the others in flight.
    if (failure?.kind === 'timeout') this.#admission.shrink();
  }
}
