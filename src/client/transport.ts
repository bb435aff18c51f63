/**
 * undici, and nothing else of HTTP: one request out, one answer or a named failure back. No redirects, no retries, no
 * decoding, no pipelining; bodies are read up to a cap. Policy (limits, waiting, counting) is in client.ts.
 */
import { readFileSync } from 'node:fs';
import { type Dispatcher, Pool } from 'undici';
import type { ExchangeFailure, Session, Wire, WireRequest, WireResult } from '../core/exchange.ts';

export interface TransportOptions {
  readonly origin: string;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly insecure: boolean;
  /** A PEM file of certificate authorities to trust. */
  readonly ca?: string;
}

/** Octets of a body that are read; what a target sends beyond is cut off and the connection closed. */
export const bodyCap = 8 * 1024 * 1024;

export class Transport implements Wire {
  readonly #options: TransportOptions;
  readonly #pool: Pool;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#pool = this.#open(options.connections);
  }

  #open(connections: number): Pool {
    const { origin, timeoutMs, insecure, ca } = this.#options;
    return new Pool(origin, {
      connections,
      pipelining: 1,
      // Shorter than any common server's own, so that a request never meets a connection that is just being closed.
      keepAliveTimeout: 1500,
      keepAliveMaxTimeout: 3000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: {
        timeout: timeoutMs,
        ...(insecure ? { rejectUnauthorized: false } : {}),
        ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
      },
    });
  }

  send(request: WireRequest): Promise<WireResult> {
    return exchange(this.#pool, request, this.#options.timeoutMs);
  }

  async sendFresh(request: WireRequest): Promise<WireResult> {
    const pool = this.#open(1);
    try {
      return await exchange(pool, request, this.#options.timeoutMs);
    } finally {
      void pool.destroy();
    }
  }

  session(): Session {
    const pool = this.#open(1);
    return {
      send: (request) => exchange(pool, request, this.#options.timeoutMs),
      close: () => pool.destroy(),
    };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

function exchange(pool: Pool, request: WireRequest, timeoutMs: number): Promise<WireResult> {
  return new Promise((resolve) => {
    const receiver = new Receiver(request.signal, timeoutMs, resolve);
    if (receiver.settled) return;
    pool.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: request.target,
        headers: flat(request.headers),
        body: request.body,
      },
      receiver,
    );
  });
}

/**
 * Takes one answer in. On `dispatch` and not on `request`: that makes a stream, an async iterator and an abort signal
 * of each answer, which cost more than all else that the kit does with it.
 */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: WireResult) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #leave: (() => void) | undefined;
  readonly #timeoutMs: number;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: (readonly [string, string])[] = [];
  #chunks: Uint8Array[] = [];
  #size = 0;
  settled = false;

  constructor(signal: AbortSignal | undefined, timeoutMs: number, resolve: (result: WireResult) => void) {
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
    // undici's own timers are coarse (about a second): the total is kept by one of ours.
    this.#timer = setTimeout(() => {
      this.#giveUp({ kind: 'timeout', message: `nothing complete within ${timeoutMs} ms` });
    }, timeoutMs);
    if (signal === undefined) return;
    const stop = () => this.#giveUp({ kind: 'cut', message: 'the request was given up' });
    if (signal.aborted) stop();
    else this.#leave = whenAborted(signal, stop);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.settled) controller.abort(new Error('given up'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Informational answers precede the one that counts (RFC 9110 §15.2).
    if (status < 200) return;
    this.#status = status;
    this.#headers = pairs(controller.rawHeaders);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size > bodyCap) this.#answered(true);
  }

  onResponseEnd(): void {
    if (!this.settled) this.#answered(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (!this.settled) this.#settle({ failure: classify(error, this.#timeoutMs) });
  }

  #answered(truncated: boolean): void {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#settle({ answer: { status: this.#status, headers: this.#headers, bytes, truncated } });
    if (truncated) this.#controller?.abort(new Error('too long'));
  }

  #giveUp(failure: ExchangeFailure): void {
    if (this.settled) return;
    this.#settle({ failure });
    // One that still waits for its connection is ended when it gets it.
    this.#controller?.abort(new Error('given up'));
  }

  #settle(result: WireResult): void {
    this.settled = true;
    clearTimeout(this.#timer);
    this.#leave?.();
    this.#resolve(result);
  }
}

const aborting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when the signal aborts, unless the function given back was called before. One listener a signal. */
function whenAborted(signal: AbortSignal, stop: () => void): () => void {
  let stops = aborting.get(signal);
  if (stops === undefined) {
    const all = new Set<() => void>();
    stops = all;
    aborting.set(signal, all);
    const stopAll = () => {
      for (const one of [...all]) one();
    };
    signal.addEventListener('abort', stopAll, { once: true });
  }
  const kept = stops;
  kept.add(stop);
  return () => kept.delete(stop);
}

function flat(headers: WireRequest['headers']): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
}

/** undici's raw headers: a flat list of names and values, as octets or text. */
function pairs(raw: Dispatcher.DispatchController['rawHeaders']): [string, string][] {
  const flat = (raw ?? []) as (Buffer | string)[];
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) list.push([text(flat[at]!), text(flat[at + 1]!)]);
  return list;
}

function text(value: Buffer | string): string {
  return typeof value === 'string' ? value : value.toString('latin1');
}

function classify(error: unknown, timeoutMs: number): ExchangeFailure {
  const { code = '', message, name } = (error ?? {}) as { code?: string; message?: string; name?: string };
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { kind: 'timeout', message: `nothing complete within ${timeoutMs} ms` };
  if (
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
  )
    return { kind: 'refused', message: message || code };
  if (/CERT|TLS|SSL|self.signed/i.test(code)) return { kind: 'refused', message: message || code, certificate: true };
  // undici gives its parser's errors no code, only a name.
  if (name === 'HTTPParserError' || code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return { kind: 'invalid-answer', message: message || code };
  return { kind: 'cut', message: message || code || 'connection lost' };
}
