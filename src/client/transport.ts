/**
 * undici, and nothing else of HTTP: one request out, one answer or a named failure back. No redirects, no retries, no
 * decoding, no pipelining; bodies are read up to a cap. Policy (limits, waiting, counting) is in client.ts.
 */
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Dispatcher, Pool } from 'undici';
import type { Session, TransportFailure, WireRequest, WireResult } from '../core/exchange.ts';

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

export class Transport {
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

async function exchange(pool: Pool, request: WireRequest, timeoutMs: number): Promise<WireResult> {
  const timer = new AbortController();
  // undici's own timers are coarse (about a second): the total is kept by one of ours.
  const timeout = setTimeout(() => timer.abort(), timeoutMs);
  // Not AbortSignal.any: each of its signals stays with the check's own one for as long as that lives.
  const stop = () => timer.abort();
  if (request.signal?.aborted === true) stop();
  if (request.signal !== undefined) {
    // As many as are in flight: no leak, though Node would warn of one.
    setMaxListeners(0, request.signal);
    request.signal.addEventListener('abort', stop, { once: true });
  }
  try {
    const reply = await pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: request.target,
      headers: request.headers.flat(),
      body: request.body as Buffer | null,
      responseHeaders: 'raw',
      signal: timer.signal,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    let truncated = false;
    for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > bodyCap) {
        truncated = true;
        break;
      }
    }
    return {
      answer: { status: reply.statusCode, headers: pairs(reply.headers), bytes: Buffer.concat(chunks), truncated },
    };
  } catch (error) {
    return { failure: classify(error, timer.signal.aborted && request.signal?.aborted !== true, timeoutMs) };
  } finally {
    clearTimeout(timeout);
    request.signal?.removeEventListener('abort', stop);
  }
}

/** undici's raw headers: a flat list of names and values, as octets or text. */
function pairs(raw: unknown): [string, string][] {
  const flat = raw as (Buffer | string)[];
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) list.push([text(flat[at]!), text(flat[at + 1]!)]);
  return list;
}

function text(value: Buffer | string): string {
  return typeof value === 'string' ? value : value.toString('latin1');
}

function classify(error: unknown, timedOut: boolean, timeoutMs: number): { kind: TransportFailure; message: string } {
  const { code = '', message, name } = (error ?? {}) as { code?: string; message?: string; name?: string };
  if (timedOut || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { kind: 'timeout', message: `nothing complete within ${timeoutMs} ms` };
  if (
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
      code,
    ) ||
    /CERT|TLS|SSL|self.signed/i.test(code)
  )
    return { kind: 'refused', message: message || code };
  // undici gives its parser's errors no code, only a name.
  if (name === 'HTTPParserError' || code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return { kind: 'invalid-answer', message: message || code };
  return { kind: 'cut', message: message || code || 'connection lost' };
}
