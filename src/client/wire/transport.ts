/**
 * The only place that uses undici for requests to the target: one request out, one response or a named failure back. No
 * redirects, retries, decoding or pipelining; bodies are read up to a cap. What undici refuses to send goes through
 * plain-http.ts. Limits and waiting are in shared-connection.ts.
 */
import { readFileSync } from 'node:fs';
import type { Dispatcher } from 'undici';
import type { Session, Wire, WireRequest, WireResult } from '../../core/exchange.ts';
import { LongBodies } from './long-bodies.ts';
import { needsPlainHttp, sendPlainly } from './plain-http.ts';
import { proxyAuthorization, type TlsOptions, tunnelConnector } from './proxy.ts';
import { bodyCapOf, Receiver } from './receiver.ts';
import { classify, headerCap } from './transport-failures.ts';
import { Pool } from './undici-parts.ts';

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

export class Transport implements Wire {
  readonly #options: TransportOptions;
  readonly #tls: TlsOptions;
  readonly #proxy: URL | undefined;
  #pool: Pool;
  /** Those that are open, each with how it closes its connection; the next request on it opens another. */
  readonly #sessions = new Map<Session, () => void>();
  /** See {@link Wire.closeEach}. */
  #closesEach = false;
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
    if (this.#closesEach) this.#closeSessions();
    if (needsPlainHttp(request)) return this.#sendPlainly(request);
    return this.#exchange(this.#pool, request, this.#closesEach);
  }

  #sendPlainly(request: WireRequest): Promise<WireResult> {
    const { origin, timeoutMs: usualMs } = this.#options;
    const timeoutMs = request.timeoutMs ?? usualMs;
    return sendPlainly(request, {
      origin,
      timeoutMs,
      tls: this.#tls,
      proxy: this.#proxy,
      longBodies: this.#longBodies,
      bodyCapOf,
      classify: (error) => classify(error, timeoutMs),
    });
  }

  async sendFresh(request: WireRequest): Promise<WireResult> {
    if (this.#closesEach) this.#closeSessions();
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
    let pool: Pool | undefined;
    const close = async () => {
      const open = pool;
      pool = undefined;
      await open?.destroy();
    };
    const session: Session = {
      send: (request) => {
        pool ??= this.#open(1);
        return this.#exchange(pool, request);
      },
      close: () => {
        this.#sessions.delete(session);
        return close();
      },
    };
    this.#sessions.set(session, () => {
      if (pool !== undefined) retire(pool);
      pool = undefined;
    });
    return session;
  }

  #closeSessions(): void {
    for (const close of this.#sessions.values()) close();
  }

  renew(): void {
    this.#closeSessions();
    retire(this.#pool);
    this.#pool = this.#open(this.#options.connections);
  }

  closeEach(): void {
    this.renew();
    this.#closesEach = true;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  /** The headers of a message that the proxy reads first. */
  #relayed(headers: WireRequest['headers']): WireRequest['headers'] {
    return [['Host', new URL(this.#options.origin).host], ...proxyAuthorization(this.#proxy!), ...headers];
  }

  /** @param reset closes the connection after the response */
  #exchange(pool: Pool, request: WireRequest, reset = false): Promise<WireResult> {
    return new Promise((resolve) => {
      const timeoutMs = request.timeoutMs ?? this.#options.timeoutMs;
      const receiver = new Receiver({ signal: request.signal, timeoutMs, longBodies: this.#longBodies, resolve });
      if (receiver.settled) return;
      pool.dispatch(
        {
          method: request.method as Dispatcher.HttpMethod,
          path: this.#isRelayed ? `${this.#options.origin}${request.target}` : request.target,
          headers: flat(this.#isRelayed ? this.#relayed(request.headers) : request.headers),
          body: request.body,
          reset,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        },
        receiver,
      );
    });
  }
}

/** Closes each connection as soon as nothing is in flight on it. */
function retire(pool: Pool): void {
  // What was destroyed meanwhile is closed.
  pool.close().catch(() => {});
}

function tlsOf({ insecure, ca, cert, key }: TransportOptions): TlsOptions {
  return {
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
  };
}

function flat(headers: WireRequest['headers']): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
}
