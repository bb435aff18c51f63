/**
 * Carries requests to the target: numbers and times each, names its trace, and waits while the target is being examined. It
 * knows nothing of limits, and only passes on what comes back.
 */
import type { Settings } from '../core/config.ts';
import type { Exchange, OperationRequest, SentRequest, Session, WireRequest, WireResult } from '../core/exchange.ts';
import { RequestTraces } from './evidence/request-traces.ts';
import { exchangeOf, type Flight } from './flight.ts';
import { InFlightMeter } from './limits/in-flight-meter.ts';
import type { RequestBudget } from './limits/request-budget.ts';
import { ServedConnections } from './limits/served-connections.ts';
import type { Outside } from './outside.ts';
import type { InFlight } from './run-usage.ts';
import type { TokenKeeper } from './secrets/token-keeper.ts';
import { wireRequestOf } from './wire/wire-request.ts';

interface Surroundings {
  readonly settings: Settings;
  readonly outside: Outside;
  readonly tokens: TokenKeeper;
  readonly budget: RequestBudget;
  /** Resolves when the rate of the run allows one more request. */
  readonly pace: () => Promise<void> | undefined;
  /** Called with the number of connections that the target serves at once, if that is limited. */
  readonly onLimit: (connections: number) => void;
  /** Called when a request is sent again with a new token. */
  readonly onRetry: () => void;
}

/** On whose behalf a request is carried. */
interface Sender {
  readonly requirement: string;
  readonly shared: boolean;
}

export class Flights {
  readonly #around: Surroundings;
  readonly #meter = new InFlightMeter();
  readonly #served: ServedConnections;
  readonly #traces: RequestTraces;

  constructor(around: Surroundings) {
    const { settings, outside, onLimit } = around;
    this.#around = around;
    this.#traces = new RequestTraces(settings.run);
    this.#served = new ServedConnections({
      wire: outside.wire,
      clock: outside.clock,
      timeoutMs: settings.run.timeoutMs,
      sendAgain: (request, session) => this.#sendAgain(request, session),
      onLimit,
    });
  }

  async #sendAgain(request: SentRequest, session: Session) {
    const { pace, budget } = this.#around;
    await pace();
    return { answer: session.send(wireRequestOf(request, {}, { number: budget.take() })) };
  }

  get isBusy(): boolean {
    return this.#meter.isBusy;
  }

  get inFlight(): InFlight {
    const { concurrency } = this.#around.settings.run;
    return { average: this.#meter.average, limit: this.#served.most ?? concurrency };
  }

  /** Examines the target no more. */
  close(): void {
    this.#served.close();
  }

  /** @param timeoutMs how long the response is waited for; the configured time-out if undefined */
  async fly(
    sent: SentRequest,
    request: OperationRequest,
    sender: Sender,
    timeoutMs: number | undefined,
  ): Promise<Exchange> {
    const flight = this.#begin(request, sender, timeoutMs);
    const { tokens, budget, onRetry, outside } = this.#around;
    const carry = (one: SentRequest) => this.carry(wireRequestOf(one, request, flight), request.connection);
    let carried = sent;
    let result = await carry(carried);
    const renewing = tokens.renewAfter(carried, result);
    const renewed = renewing === undefined ? undefined : await renewing;
    if (renewed !== undefined) {
      budget.take();
      onRetry();
      carried = renewed;
      result = await carry(carried);
    }
    const ended = outside.clock.elapsed();
    this.#meter.end(flight.started, ended);
    const exchange = exchangeOf(flight, carried, result, sender, ended);
    this.#served.end(exchange);
    return exchange;
  }

  #begin(request: OperationRequest, { requirement }: Sender, timeoutMs: number | undefined): Flight {
    const { budget, outside } = this.#around;
    const number = budget.take(requirement);
    const started = outside.clock.elapsed();
    this.#meter.begin(started);
    this.#served.begin(number);
    return { number, trace: this.#traces.of(request, requirement), startedAt: outside.clock.now(), started, timeoutMs };
  }

  carry(request: WireRequest, connection?: OperationRequest['connection']): Promise<WireResult> {
    const { examination } = this.#served;
    if (examination !== undefined) return examination.then(() => this.#carryNow(request, connection));
    return this.#carryNow(request, connection);
  }

  #carryNow(request: WireRequest, connection: OperationRequest['connection']): Promise<WireResult> {
    const { wire } = this.#around.outside;
    if (connection === undefined) return wire.send(request);
    return connection === 'fresh' ? wire.sendFresh(request) : connection.send(request);
  }
}
