/**
 * The line to the target, which all views of one client share: keeps every limit (in flight, rate, budget, quiet), counts
 * what was sent and what hung, and shows each exchange to whoever listens.
 */
import type { Settings } from '../core/config.ts';
import type {
  Exchange,
  OperationRequest,
  SentRequest,
  Session,
  Wire,
  WireRequest,
  WireResult,
} from '../core/exchange.ts';
import { type Operation, operations } from '../core/operation.ts';
import { ExclusiveLock, RateLimiter, Semaphore } from './limits.ts';
import { Recorder } from './recorder.ts';
import { Secrets } from './secrets.ts';
import { Transport } from './transport.ts';

/** Counts the exchanges of whoever it is of. */
export interface ExchangeCounter {
  exchanges: number;
}

/** On whose account a request is sent. */
export interface RequestScope {
  readonly counters: readonly ExchangeCounter[];
  /** The requirement that is being decided: each draws its own fresh values, whatever runs beside it. */
  readonly requirement: string;
  /** What is sent counts for no requirement; see {@link Client.sharing}. */
  readonly shared: boolean;
  /** Sent by whoever has the target to itself; see {@link Client.alone}. */
  readonly exclusive: boolean;
}

/** No request was sent: not allowed, the budget is used up, the operation was given up, or throttled without end. */
export class NotSent extends Error {
  readonly reason: 'budget' | 'given-up' | 'throttled' | 'aborted' | 'read-only';
  constructor(reason: NotSent['reason'], message: string) {
    super(message);
    this.name = 'NotSent';
    this.reason = reason;
  }
}

/** Headers of the configuration's own whose value is a secret as a token is: of a gateway, of a session. */
const opensSomething = /auth|key|token|secret|cookie|pass|session|credential|signature/i;

/** Time-outs of one operation after which it is not asked again. */
const hangsUntilGivenUp = 6;

interface Flight {
  readonly number: number;
  /** ms since the epoch */
  readonly startedAt: number;
  /** ms of the process's own clock */
  readonly started: number;
}

const wireOf = ({ method, target, headers, body }: SentRequest, { signal }: OperationRequest): WireRequest => ({
  method,
  target,
  headers,
  body,
  ...(signal === undefined ? {} : { signal }),
});

function transportOf({ baseUrl, run }: Settings): Wire {
  return new Transport({
    origin: new URL(baseUrl).origin,
    connections: run.concurrency,
    timeoutMs: run.timeoutMs,
    insecure: run.insecure,
    ...(run.ca === undefined ? {} : { ca: run.ca }),
  });
}

export class SharedConnection {
  readonly settings: Settings;
  readonly secrets = new Secrets();
  readonly recorder: Recorder;
  readonly quiet = new ExclusiveLock();
  /** Where the base URL's path begins every request target; without a slash at its end. */
  readonly prefix: string;
  readonly #transport: Wire;
  readonly #slots: Semaphore;
  readonly #pace: RateLimiter;
  readonly #listeners: ((exchange: Exchange) => void)[] = [];
  readonly #hangs = new Map<Operation, { canonical: number; all: number; answered: number }>();
  readonly #drawn = new Map<string, number>();
  retries = 0;
  #stopped = false;
  #resumeAt = 0;
  #sent = 0;
  #flying = 0;
  #busySince = 0;
  #busyMs = 0;
  #flightMs = 0;

  /** @param transport what carries the requests; HTTP unless given */
  constructor(settings: Settings, transport: Wire = transportOf(settings)) {
    this.settings = settings;
    const url = new URL(settings.baseUrl);
    this.prefix = url.pathname.replace(/\/+$/, '');
    this.#slots = new Semaphore(settings.run.concurrency);
    this.#pace = new RateLimiter(settings.run.rate);
    this.#transport = transport;
    this.recorder = new Recorder(this.secrets, url.origin);
    for (const tenant of ['valid', 'otherTenant', 'expired'] as const) {
      const token = settings.tokens[tenant];
      if (token !== undefined) this.secrets.addToken(token, tenant);
    }
    for (const [name, value] of settings.run.headers)
      if (opensSomething.test(name) && value.length >= 4) this.secrets.add(value, { kind: 'header', name });
    if (settings.fixtures.register.password.length >= 4)
      this.secrets.add(settings.fixtures.register.password, { kind: 'password' });
    for (const op of operations) this.#hangs.set(op, { canonical: 0, all: 0, answered: 0 });
  }

  get sent(): number {
    return this.#sent;
  }

  /** Requests in flight, averaged over the time in which any was. */
  get inFlight(): { average: number; limit: number } {
    return { average: this.#busyMs === 0 ? 0 : this.#flightMs / this.#busyMs, limit: this.#slots.limit };
  }

  listen(listener: (exchange: Exchange) => void): void {
    this.#listeners.push(listener);
  }

  stop(): void {
    this.#stopped = true;
  }

  session(): Session {
    return this.#transport.session();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** How many fresh values a requirement has drawn, with the next one. */
  draw(row: string): number {
    const count = (this.#drawn.get(row) ?? 0) + 1;
    this.#drawn.set(row, count);
    return count;
  }

  /** Nothing is sent for so long, ms: the target throttles. */
  hold(ms: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, Date.now() + ms);
  }

  /** Whether the operation hung so often that nothing more is asked of it. */
  givenUp(operation: Operation): boolean {
    const hangs = this.#hangs.get(operation)!;
    return hangs.canonical >= 2 || (hangs.all >= hangsUntilGivenUp && hangs.all * 4 > hangs.answered);
  }

  /** Sends once, in its turn. */
  async once(sent: SentRequest, request: OperationRequest, whose: RequestScope): Promise<Exchange> {
    if (!whose.exclusive) {
      const entered = this.quiet.enter();
      if (entered !== undefined) await entered;
    }
    try {
      const slot = this.#slots.acquire();
      if (slot !== undefined) await slot;
      try {
        while (this.#resumeAt > Date.now())
          await new Promise((resolve) => setTimeout(resolve, this.#resumeAt - Date.now()));
        const turn = this.#pace.turn();
        if (turn !== undefined) await turn;
        this.#mayStill(sent, request);
        const flight = this.#takeOff();
        const result = await this.#wire(wireOf(sent, request), request.connection);
        return this.#landed(flight, sent, result, whose);
      } finally {
        this.#slots.release();
      }
    } finally {
      if (!whose.exclusive) this.quiet.leave();
    }
  }

  /** @throws NotSent where, by now, nothing may be sent */
  #mayStill({ operation }: SentRequest, { signal }: OperationRequest): void {
    if (this.#stopped || signal?.aborted === true) throw new NotSent('aborted', 'the run was stopped');
    if (this.givenUp(operation))
      throw new NotSent(
        'given-up',
        `${operation} hung ${this.#hangs.get(operation)!.all} times and is not asked again`,
      );
    if (this.#sent >= this.settings.run.maxRequests)
      throw new NotSent(
        'budget',
        `the budget of ${this.settings.run.maxRequests} requests is used up (--max-requests)`,
      );
  }

  #takeOff(): Flight {
    this.#sent += 1;
    const started = performance.now();
    if (this.#busySince === 0) this.#busySince = started;
    this.#flying += 1;
    return { number: this.#sent, startedAt: Date.now(), started };
  }

  #landed({ number, startedAt, started }: Flight, request: SentRequest, result: WireResult, whose: RequestScope) {
    const ended = performance.now();
    this.#flying -= 1;
    this.#flightMs += ended - started;
    if (this.#flying === 0) {
      this.#busyMs += ended - this.#busySince;
      this.#busySince = 0;
    }
    const exchange: Exchange = {
      number,
      request,
      response: 'answer' in result ? result.answer : null,
      startedAt,
      ms: ended - started,
      ...('failure' in result ? { failure: result.failure } : {}),
      ...(whose.shared ? { shared: true } : {}),
    };
    for (const ledger of whose.counters) ledger.exchanges += 1;
    for (const listener of this.#listeners) listener(exchange);
    this.#noteHang(exchange);
    return exchange;
  }

  #wire(wire: WireRequest, connection: OperationRequest['connection']): Promise<WireResult> {
    if (connection === undefined) return this.#transport.send(wire);
    return connection === 'fresh' ? this.#transport.sendFresh(wire) : connection.send(wire);
  }

  #noteHang(exchange: Exchange): void {
    const hangs = this.#hangs.get(exchange.request.operation)!;
    if (exchange.failure?.kind !== 'timeout') {
      hangs.answered += 1;
      return;
    }
    hangs.all += 1;
    if (exchange.request.canonical) hangs.canonical += 1;
  }
}
