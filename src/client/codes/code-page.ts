/** Reads a page of a source of verification codes over HTTP. The source may be the target itself, with all that a target may do. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { decodeBody } from '../../core/body.ts';
import type { VerificationCode } from '../../core/config.ts';
import { headerCap } from '../wire/transport-failures.ts';
import { loadAgents } from '../wire/undici-parts.ts';

/** Most bytes that a source answers, and characters that a command prints. */
export const longestAnswer = 1 << 20;

/** Hundreds of users may wait for their codes at once; the source gets fewer connections than that. */
const connections = 8;
/** By the proxy and the TLS options that they use. */
const dispatchers = new Map<string, Dispatcher>();

function dispatcherOf({ proxy, tls = {} }: VerificationCode): Dispatcher {
  const { Agent, ProxyAgent } = loadAgents();
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
  dispatchers.set(key, opened);
  return opened;
}

/** Error codes of a request whose connection was closed. */
const closedCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
/** Pauses before it is sent again, ms. */
const pausesMs = [10, 20];

/**
 * Asks again if the connection is closed: a source may close a kept one just as it is used (RFC 9112 §9.5). The retries of undici are
 * not used, since they take a 103 for the response.
 */
async function unlessClosed<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await ask();
    } catch (error) {
      if (!closedCodes.includes((error as { code?: unknown }).code)) throw error;
    }
    await sleep(pause);
  }
  return ask();
}

export interface CodePage {
  readonly statusCode: number;
  readonly text: string;
  /** The value of Retry-After. */
  readonly retryAfter: string | undefined;
}

/** The answer to a GET. @throws Error that names the address without its keys */
export async function readPage(source: VerificationCode, url: string, signal: AbortSignal): Promise<CodePage> {
  try {
    const { origin, pathname, search } = new URL(url);
    const asked = { method: 'GET' as const, origin, path: `${pathname}${search}`, signal };
    const { request } = loadAgents();
    const dispatcher = dispatcherOf(source);
    const { statusCode, headers, bytes } = await unlessClosed(async () => {
      const { body, ...response } = await request.call(dispatcher, asked);
      return { ...response, bytes: await bytesOf(body) };
    });
    const coding = headers['content-encoding'];
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
