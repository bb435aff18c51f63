/**
 * The only place that uses undici for requests to the target: one request out, one response or a named failure back. No
 * redirects, retries, decoding or pipelining; bodies are read up to a cap. What undici refuses to send goes through
 * plain-http.ts. Limits and waiting are in shared-connection.ts.
 */
import { readFileSync } from 'node:fs';
import { type Dispatcher, Pool } from 'undici';
import { longBody } from '../core/body.ts';
import type { ExchangeFailure, Session, Wire, WireRequest, WireResult } from '../core/exchange.ts';
import { whenAborted } from './abort-listeners.ts';
import { IncomingBody } from './incoming-body.ts';
import { LongBodies } from './long-bodies.ts';
import { needsPlainHttp, sendPlainly } from './plain-http.ts';
import { proxyAuthorization, type TlsOptions, tunnelConnector } from './proxy.ts';
import { classify, headerCap } from './transport-failures.ts';

export interface TransportOptions {
  readonly origin: string;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly insecure: boolean;
  /** Path of a PEM file with certificate authorities to trust. */
  readonly ca?: string;
  /** Paths of PEM files: the client certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** URL of an HTTP proxy. */
  readonly proxy?: string;
}

/** Bytes of a body that are read; beyond that the connection is closed, and nothing is judged about the body. */
export const bodyCap = 16 * 1024 * 1024;
/** The cap for a response other than a 2xx, of which the beginning tells enough. */
export const errorBodyCap = 64 * 1024;
/** Bytes of one response that are held while others are read. */
const heldAtOnce = longBody / 2;
const bodyCapOf = (status: number): number => (status >= 200 && status < 300 ? bodyCap : errorBodyCap);

export class Transport implements Wire {
  readonly #options: TransportOptions;
  readonly #tls: TlsOptions;
  readonly #proxy: URL | undefined;
  readonly #pool: Pool;
  readonly #longBodies = new LongBodies();

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#tls = tlsOf(options);
    this.#proxy = options.proxy === undefined ? undefined : new URL(options.proxy);
    this.#pool = this.#open(options.connections);
  }

  #open(connections: number): Pool {
    const { origin, timeoutMs } = this.#options;
    return new Pool(this.#isRelayed ? this.#proxy!.origin : origin, {
      connections,
      pipelining: 1,
      // Shorter than common servers keep connections, so that no request meets one that is being closed.
      keepAliveTimeout: 1500,
      keepAliveMaxTimeout: 3000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: headerCap,
      connect: this.#isTunnelled
        ? tunnelConnector(this.#proxy!, new URL(origin), this.#tls, timeoutMs)
        : { timeout: timeoutMs, ...this.#tls },
    });
  }

  get #isTunnelled(): boolean {
    return this.#proxy !== undefined && this.#options.origin.startsWith('https:');
  }

  /** Whether a proxy reads each message, and passes it on. */
  get #isRelayed(): boolean {
    return this.#proxy !== undefined && !this.#isTunnelled;
  }

  send(request: WireRequest): Promise<WireResult> {
    if (needsPlainHttp(request)) return this.#sendPlainly(request);
    return this.#exchange(this.#pool, request);
  }

  #sendPlainly(request: WireRequest): Promise<WireResult> {
    const { origin, timeoutMs: mostMs } = this.#options;
    const timeoutMs = Math.min(request.timeoutMs ?? mostMs, mostMs);
    return sendPlainly(request, {
      origin,
      timeoutMs,
      tls: this.#tls,
      proxy: this.#proxy,
      bodyCapOf,
      classify: (error) => classify(error, timeoutMs),
    });
  }

  async sendFresh(request: WireRequest): Promise<WireResult> {
    if (needsPlainHttp(request)) return this.#sendPlainly(request);
    const pool = this.#open(1);
    try {
      return await this.#explained(request, await this.#exchange(pool, request));
    } finally {
      void pool.destroy();
    }
  }

  /** undici reports a closed connection also where a TLS alert said why. Only what may be sent again is asked a second time. */
  async #explained(request: WireRequest, result: WireResult): Promise<WireResult> {
    const isCut = 'failure' in result && result.failure.kind === 'cut' && request.signal?.aborted !== true;
    if (!isCut || request.method !== 'GET' || !this.#options.origin.startsWith('https:')) return result;
    const again = await this.#sendPlainly(request);
    return 'failure' in again && again.failure.tls !== undefined ? again : result;
  }

  session(): Session {
    const pool = this.#open(1);
    return {
      send: (request) => this.#exchange(pool, request),
      close: () => pool.destroy(),
    };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  /** The headers of a message that the proxy reads first. */
  #relayed(headers: WireRequest['headers']): WireRequest['headers'] {
    return [['Host', new URL(this.#options.origin).host], ...proxyAuthorization(this.#proxy!), ...headers];
  }

  #exchange(pool: Pool, request: WireRequest): Promise<WireResult> {
    return new Promise((resolve) => {
      const { timeoutMs: mostMs } = this.#options;
      const timeoutMs = Math.min(request.timeoutMs ?? mostMs, mostMs);
      const receiver = new Receiver({ signal: request.signal, timeoutMs, longBodies: this.#longBodies, resolve });
      if (receiver.settled) return;
      pool.dispatch(
        {
          method: request.method as Dispatcher.HttpMethod,
          path: this.#isRelayed ? `${this.#options.origin}${request.target}` : request.target,
          headers: flat(this.#isRelayed ? this.#relayed(request.headers) : request.headers),
          body: request.body,
        },
        receiver,
      );
    });
  }
}

function tlsOf({ insecure, ca, cert, key }: TransportOptions): TlsOptions {
  return {
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
  };
}

interface Receiving {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly longBodies: LongBodies;
  resolve(result: WireResult): void;
}

/**
 * Receives one response. Uses `dispatch` instead of `request`, which makes a stream, an async iterator and an abort signal
 * for each response: together they cost more than everything else that a request costs.
 */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: WireResult) => void;
  readonly #longBodies: LongBodies;
  #timer: NodeJS.Timeout;
  readonly #leave: (() => void) | undefined;
  readonly #timeoutMs: number;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: (readonly [string, string])[] = [];
  #body: IncomingBody;
  #turn: 'none' | 'waiting' | 'taken' = 'none';
  settled = false;

  constructor({ signal, timeoutMs, longBodies, resolve }: Receiving) {
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
    this.#longBodies = longBodies;
    this.#body = new IncomingBody([], longBodies);
    this.#timer = this.#startTimer();
    if (signal === undefined) return;
    const stop = () => this.#giveUp({ kind: 'cut', message: 'the request was aborted' });
    if (signal.aborted) stop();
    else this.#leave = whenAborted(signal, stop);
  }

  /** undici's timers are coarse (about a second), and this limits the total. */
  #startTimer(): NodeJS.Timeout {
    const message = `no complete response within ${this.#timeoutMs} ms`;
    return setTimeout(() => this.#giveUp({ kind: 'timeout', message }), this.#timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.settled) controller.abort(new Error('given up'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Informational responses precede the final one (RFC 9110 §15.2).
    if (status < 200) return;
    this.#status = status;
    this.#headers = pairs(controller.rawHeaders);
    this.#body = new IncomingBody(this.#headers, this.#longBodies);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    this.#body.take(chunk);
    if (this.#body.size > bodyCapOf(this.#status) || this.#body.isBeyondLimit) this.#complete(true);
    else if (this.#body.held > heldAtOnce && this.#turn === 'none') this.#takeTurn(controller);
  }

  /** Waits until no other long body is being read; the target must not pay for that time. */
  #takeTurn(controller: Dispatcher.DispatchController): void {
    this.#turn = 'waiting';
    const isFree = this.#longBodies.take(() => {
      this.#turn = 'taken';
      if (this.settled) return this.#longBodies.leave();
      this.#timer = this.#startTimer();
      controller.resume();
    });
    if (isFree) {
      this.#turn = 'taken';
      return;
    }
    clearTimeout(this.#timer);
    controller.pause();
  }

  onResponseEnd(): void {
    if (!this.settled) this.#complete(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (!this.settled) this.#settle({ failure: classify(error, this.#timeoutMs) });
  }

  #complete(truncated: boolean): void {
    this.#settle({ response: this.#body.response(this.#status, this.#headers, truncated) });
    if (truncated) this.#controller?.abort(new Error('too long'));
  }

  #giveUp(failure: ExchangeFailure): void {
    if (this.settled) return;
    this.#settle({ failure });
    // A request that still waits for a connection is aborted when it gets one.
    this.#controller?.abort(new Error('given up'));
  }

  #settle(result: WireResult): void {
    this.settled = true;
    clearTimeout(this.#timer);
    this.#leave?.();
    this.#resolve(result);
    if (this.#turn === 'taken') this.#longBodies.leave();
  }
}

function flat(headers: WireRequest['headers']): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
}

/** undici's raw headers as pairs: they come as a flat list of names and values, as octets or text. */
function pairs(raw: Dispatcher.DispatchController['rawHeaders']): [string, string][] {
  const flat = (raw ?? []) as (Buffer | string)[];
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) list.push([text(flat[at]!), text(flat[at + 1]!)]);
  return list;
}

function text(value: Buffer | string): string {
  return typeof value === 'string' ? value : value.toString('latin1');
}
