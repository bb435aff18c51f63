/** Reads a page of a source of verification codes over HTTP. The source may be the target itself, with all that a target may do. */
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { decodeBody } from '../core/body.ts';
import type { VerificationCode } from '../core/config.ts';
import { headerCap } from './transport-failures.ts';

/** Most bytes that a source answers, and characters that a command prints. */
export const longestAnswer = 1 << 20;

/** Hundreds of users may wait for their codes at once; the source gets fewer connections than that. */
const connections = 8;
/** By the proxy and the TLS options that they use. */
const dispatchers = new Map<string, Dispatcher>();

/** Not before a code is read: it takes long to load, and most runs need only its pool (undici-pool.ts). */
const undici = () => import('undici');

async function dispatcherOf({ proxy, tls = {} }: VerificationCode): Promise<Dispatcher> {
  const { Agent, interceptors, ProxyAgent } = await undici();
  const key = JSON.stringify([proxy, tls.insecure, tls.ca]);
  const known = dispatchers.get(key);
  if (known !== undefined) return known;
  const connect = {
    ...(tls.insecure === true ? { rejectUnauthorized: false } : {}),
    // The authority of the target need not be that of the source.
    ...(tls.ca === undefined ? {} : { ca: [...rootCertificates, readFileSync(tls.ca, 'utf8')] }),
  };
  const options = { connections, maxHeaderSize: headerCap };
  const opened =
    proxy === undefined
      ? new Agent({ ...options, connect })
      : new ProxyAgent({ ...options, uri: proxy, proxyTunnel: false, requestTls: connect });
  const patient = opened.compose(interceptors.retry(onClosedConnection));
  dispatchers.set(key, patient);
  return patient;
}

/** A source may close a kept connection just as it is used (RFC 9112 §9.5). What it answers is not asked for again here. */
const onClosedConnection = {
  maxRetries: 2,
  minTimeout: 10,
  errorCodes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
  statusCodes: [],
};

export interface CodePage {
  readonly statusCode: number;
  readonly text: string;
  /** The value of Retry-After. */
  readonly retryAfter: string | undefined;
}

/** What a GET answered. @throws Error that names the address without its keys */
export async function readPage(source: VerificationCode, url: string, signal: AbortSignal): Promise<CodePage> {
  try {
    const dispatcher = await dispatcherOf(source);
    const { request } = await undici();
    const { statusCode, headers, body } = await request(url, { signal, dispatcher });
    const coding = headers['content-encoding'];
    const bytes = await bytesOf(body);
    const named: [string, string][] = coding === undefined ? [] : [['content-encoding', String(coding)]];
    const decoded = decodeBody({ status: statusCode, headers: named, bytes, truncated: false });
    const after = headers['retry-after'];
    return {
      statusCode,
      text: new TextDecoder().decode(decoded),
      retryAfter: after === undefined ? undefined : String(after),
    };
  } catch (error) {
    if (error instanceof TooLong || signal.aborted) throw error;
    throw new Error(`${placeOf(url)} cannot be reached: ${(error as Error).message}`);
  }
}

class TooLong extends Error {}

/** @throws TooLong if the body is longer than what is read */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > longestAnswer) throw new TooLong(`the answer is longer than ${longestAnswer} bytes`);
  }
  return Buffer.concat(chunks);
}

/** The address without its query and user, which may hold keys. */
export function placeOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
