/**
 * The one way to the target: builds requests of the four operations, keeps every limit (in flight, rate, budget, quiet),
 * waits out throttling, repeats what may safely be repeated, and shows each exchange to whoever listens. It decides
 * nothing about conformance.
 */
import { createHash } from 'node:crypto';
import type { Settings } from '../core/config.ts';
import {
  type Exchange,
  header,
  type OperationRequest,
  type SentRequest,
  type Session,
  type WireRequest,
  type WireResult,
} from '../core/exchange.ts';
import { endpoints, type Operation, operations } from '../core/operation.ts';
import { resolveTemplate } from '../core/template.ts';
import { circumstances, type Ledger, within } from './circumstances.ts';
import { Pace, Quiet, Semaphore } from './limits.ts';
import { judgeOwn } from './own-request.ts';
import { Recorder } from './recorder.ts';
import { Secrets, tokenPlaceholders } from './secrets.ts';
import { Transport } from './transport.ts';

/** No request was sent: not allowed, the budget is used up, the operation was given up, or throttled without end. */
export class NotSent extends Error {
  readonly reason: 'budget' | 'given-up' | 'throttled' | 'aborted' | 'read-only';
  constructor(reason: NotSent['reason'], message: string) {
    super(message);
    this.name = 'NotSent';
    this.reason = reason;
  }
}

/** Longest wait for one throttled request in all, ms. */
const throttlePatienceMs = 45_000;
/** Headers of the configuration's own whose value is a secret as a token is: of a gateway, of a session. */
const opensSomething = /auth|key|token|secret|cookie|pass|session|credential|signature/i;

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Time-outs of one operation after which it is not asked again. */
const hangsUntilGivenUp = 6;

export class Client {
  readonly settings: Settings;
  readonly secrets = new Secrets();
  readonly recorder: Recorder;
  readonly #transport: Transport;
  readonly #slots: Semaphore;
  readonly #pace: Pace;
  readonly #quiet = new Quiet();
  readonly #prefix: string;
  readonly #listeners: ((exchange: Exchange) => void)[] = [];
  readonly #hangs = new Map<Operation, { canonical: number; all: number; answered: number }>();
  readonly #fresh = new Map<string, number>();
  #stopped = false;
  #resumeAt = 0;
  #sent = 0;
  #retries = 0;
  #busySince = 0;
  #busyMs = 0;
  #flightMs = 0;

  constructor(settings: Settings) {
    this.settings = settings;
    const url = new URL(settings.baseUrl);
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#slots = new Semaphore(settings.run.concurrency);
    this.#pace = new Pace(settings.run.rate);
    this.#transport = new Transport({
      origin: url.origin,
      connections: settings.run.concurrency,
      timeoutMs: settings.run.timeoutMs,
      insecure: settings.run.insecure,
      ...(settings.run.ca === undefined ? {} : { ca: settings.run.ca }),
    });
    this.recorder = new Recorder(this.secrets, url.origin);
    for (const tenant of ['valid', 'otherTenant', 'expired'] as const) {
      const token = settings.tokens[tenant];
      if (token !== undefined) this.secrets.addToken(token, tokenPlaceholders[tenant]);
    }
    for (const [name, value] of settings.run.headers)
      if (opensSomething.test(name) && value.length >= 4) this.secrets.add(value, `{header:${name}}`);
    if (settings.fixtures.register.password.length >= 4)
      this.secrets.add(settings.fixtures.register.password, '{password}');
    for (const op of operations) this.#hangs.set(op, { canonical: 0, all: 0, answered: 0 });
  }

  get sent(): number {
    return this.#sent;
  }

  get retries(): number {
    return this.#retries;
  }

  get budgetLeft(): number {
    return this.settings.run.maxRequests - this.#sent;
  }

  /** Requests in flight, averaged over the time in which any was. */
  get inFlight(): { average: number; limit: number } {
    return { average: this.#busyMs === 0 ? 0 : this.#flightMs / this.#busyMs, limit: this.#slots.limit };
  }

  listen(listener: (exchange: Exchange) => void): void {
    this.#listeners.push(listener);
  }

  /** Runs `work` and counts the exchanges that it caused, nested ones included; `row` is the requirement that it decides. */
  counted<T>(ledger: Ledger, work: () => Promise<T>, row = circumstances().row): Promise<T> {
    return within({ ledgers: [...circumstances().ledgers, ledger], row }, work);
  }

  /** Runs `work` that several requirements share: it counts for none of them, whichever came first. */
  shared<T>(name: string, work: () => Promise<T>): Promise<T> {
    return within({ ledgers: [], row: name, shared: true }, work);
  }

  /**
   * Twelve letters that no user's e-mail has yet: no digits, so that none is taken for a code. Never drawn from the seed
   * for a server that outlives the run, since the next run needs fresh e-mails too.
   */
  fresh(): string {
    const { row } = circumstances();
    const count = (this.#fresh.get(row) ?? 0) + 1;
    this.#fresh.set(row, count);
    const { freshKey } = this.settings.run;
    const octets =
      freshKey === undefined
        ? crypto.getRandomValues(new Uint8Array(12))
        : createHash('sha256')
            .update(JSON.stringify([freshKey, row, count]))
            .digest()
            .subarray(0, 12);
    return Array.from(octets, (octet) => letters[octet % letters.length]).join('');
  }

  /** Runs `work` with nothing else of ours in flight. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#quiet.alone(work);
  }

  /** Sends nothing more: whoever asks hears that the run was stopped. What is in flight comes to its end. */
  stop(): void {
    this.#stopped = true;
  }

  session(): Session {
    return this.#transport.session();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** Whether the operation hung so often that nothing more is asked of it. */
  givenUp(operation: Operation): boolean {
    const hangs = this.#hangs.get(operation)!;
    return hangs.canonical >= 2 || (hangs.all >= hangsUntilGivenUp && hangs.all * 4 > hangs.answered);
  }

  /** Sends one request of an operation. An answer of any kind, and a failed transport, is an exchange; see {@link NotSent}. */
  async send(request: OperationRequest): Promise<Exchange> {
    const built = this.#build(request);
    judgeOwn(request, built);
    if (this.settings.run.readOnly === true && !(built.operation === 'logs' && built.method === 'GET'))
      throw new NotSent('read-only', `${built.operation} is not sent: --read-only sends searches of logs alone`);
    let how = request;
    let waited = 0;
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.#once(built, how);
      this.#noteHang(exchange);
      const pause = request.throttle === 'accept' ? undefined : throttlePause(exchange, attempt);
      if (pause !== undefined) {
        if (waited + pause > throttlePatienceMs)
          throw new NotSent('throttled', `the target throttles: ${exchange.response?.status} after ${attempt} tries`);
        waited += pause;
        this.#retries += 1;
        this.#resumeAt = Math.max(this.#resumeAt, Date.now() + pause);
        continue;
      }
      // A GET that lost its connection may be asked again (RFC 9110 §9.2.2); a POST may have had its effect.
      if (exchange.failure?.kind !== 'cut' || exchange.request.method !== 'GET' || how.connection !== undefined)
        return exchange;
      this.#retries += 1;
      how = { ...request, connection: 'fresh' };
    }
  }

  #build(request: OperationRequest): SentRequest {
    const { operation } = request;
    const own = endpoints[operation];
    const webhook = operation === 'logs' ? (request.webhook ?? this.settings.fixtures.webhooks[0]?.id ?? '') : null;
    const path = own.path.replace('{webhookId}', webhook === null ? '' : encodeURIComponent(webhook));
    const query = (request.query ?? []).map(
      ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
    );
    const target = this.#prefix + (request.target ?? path + (query.length === 0 ? '' : `?${query.join('&')}`));
    const raw = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const body = raw === undefined ? null : typeof raw === 'string' ? new TextEncoder().encode(raw) : raw;
    const authorization = request.authorization === undefined ? 'Bearer {token}' : request.authorization;
    const tenant = request.tenant ?? 'valid';
    const headers: (readonly [string, string])[] = [...this.settings.run.headers];
    if (authorization !== null) {
      const token = this.settings.tokens[tenant] ?? '';
      headers.push(['Authorization', resolveTemplate(authorization, token)]);
    }
    if (body !== null && request.contentType !== null)
      headers.push(['Content-Type', request.contentType ?? 'application/json']);
    headers.push(...(request.headers ?? []));
    return {
      operation,
      method: request.method ?? own.method,
      target,
      headers,
      body,
      authorization:
        authorization === null ? null : authorization.replaceAll('{token', tokenPlaceholders[tenant].slice(0, -1)),
      tenant,
      typed: request.typed ?? true,
      canonical: request.canonical ?? false,
      proper: request.target === undefined && (request.method ?? own.method) === own.method,
      webhook,
    };
  }

  async #once(sent: SentRequest, request: OperationRequest): Promise<Exchange> {
    return this.#quiet.shared(async () => {
      await this.#slots.acquire();
      try {
        while (this.#resumeAt > Date.now())
          await new Promise((resolve) => setTimeout(resolve, this.#resumeAt - Date.now()));
        await this.#pace.turn();
        if (this.#stopped || request.signal?.aborted) throw new NotSent('aborted', 'the run was stopped');
        if (this.givenUp(sent.operation))
          throw new NotSent(
            'given-up',
            `${sent.operation} hung ${this.#hangs.get(sent.operation)!.all} times and is not asked again`,
          );
        if (this.#sent >= this.settings.run.maxRequests)
          throw new NotSent(
            'budget',
            `the budget of ${this.settings.run.maxRequests} requests is used up (--max-requests)`,
          );
        return await this.#exchange(sent, request);
      } finally {
        this.#slots.release();
      }
    });
  }

  async #exchange(sent: SentRequest, request: OperationRequest): Promise<Exchange> {
    this.#sent += 1;
    const number = this.#sent;
    const wire: WireRequest = {
      method: sent.method,
      target: sent.target,
      headers: sent.headers,
      body: sent.body,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    };
    const startedAt = Date.now();
    const started = performance.now();
    if (this.#busySince === 0) this.#busySince = started;
    this.#flying += 1;
    const result = await this.#wire(wire, request.connection);
    const ended = performance.now();
    this.#flying -= 1;
    this.#flightMs += ended - started;
    if (this.#flying === 0) {
      this.#busyMs += ended - this.#busySince;
      this.#busySince = 0;
    }
    const shared = circumstances().shared ? ({ shared: true } as const) : {};
    const base = { number, request: sent, startedAt, ms: ended - started, ...shared };
    const exchange: Exchange =
      'answer' in result ? { ...base, response: result.answer } : { ...base, response: null, failure: result.failure };
    for (const ledger of circumstances().ledgers) ledger.exchanges += 1;
    for (const listener of this.#listeners) listener(exchange);
    return exchange;
  }

  #flying = 0;

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

/** How long to wait before asking again, ms, if the answer is throttling (429, or 503 with Retry-After). */
function throttlePause(exchange: Exchange, attempt: number): number | undefined {
  const answer = exchange.response;
  if (answer === null || !isThrottling(exchange)) return undefined;
  const after = header(answer, 'retry-after');
  if (after === undefined) return Math.min(250 * 2 ** attempt, 8000);
  const seconds = Number(after);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 20) : 1000;
}

/** 429, and 503 with Retry-After (soundness rule of transport failures). */
export function isThrottling(exchange: Exchange): boolean {
  const answer = exchange.response;
  if (answer === null) return false;
  return answer.status === 429 || (answer.status === 503 && header(answer, 'retry-after') !== undefined);
}
