/**
 * Sends the few messages that undici refuses to send: a body in chunks, an upgrade, an expectation, connection options. They
 * are legal (RFC 9110 §7.6.1, §7.8, §10.1.1; RFC 9112 §7.1), and a guard may treat them differently from others. Each goes
 * out on a connection opened for it.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ExchangeFailure, WireRequest, WireResult } from '../core/exchange.ts';
import { whenAborted } from './abort-listeners.ts';

export interface PlainOptions {
  readonly origin: string;
  readonly timeoutMs: number;
  readonly insecure: boolean;
  /** Certificate authorities to trust, in PEM. */
  readonly ca: Buffer | undefined;
  /** Bytes of the body that are read of a response with this status. */
  bodyCapOf(status: number): number;
  classify(error: unknown): ExchangeFailure;
}

/** Whether a message has a header that undici refuses. */
export function needsPlainHttp({ headers }: WireRequest): boolean {
  return headers.some(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'connection') return !/^(close|keep-alive)$/i.test(value);
    return lower === 'transfer-encoding' || lower === 'upgrade' || lower === 'expect';
  });
}

export function sendPlainly(request: WireRequest, options: PlainOptions): Promise<WireResult> {
  const { origin, timeoutMs, insecure, ca, classify } = options;
  return new Promise((resolve) => {
    const url = new URL(origin);
    let message: ClientRequest | undefined;
    let leave: (() => void) | undefined;
    const settle = (result: WireResult) => {
      clearTimeout(timer);
      leave?.();
      resolve(result);
      message?.destroy();
    };
    const timer = setTimeout(
      () => settle({ failure: { kind: 'timeout', message: `no complete response within ${timeoutMs} ms` } }),
      timeoutMs,
    );
    const stop = () => settle({ failure: { kind: 'cut', message: 'the request was aborted' } });
    if (request.signal?.aborted === true) return stop();
    if (request.signal !== undefined) leave = whenAborted(request.signal, stop);
    message = (url.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method: request.method,
      path: request.target,
      headers: headersOf(request, url.host),
      agent: false,
      rejectUnauthorized: !insecure,
      ...(ca === undefined ? {} : { ca }),
    });
    message.on('error', (error) => settle({ failure: classify(error) }));
    // A target that takes the upgrade speaks another protocol from here on.
    message.on('upgrade', ({ statusCode = 101, rawHeaders }: IncomingMessage) =>
      settle({
        response: { status: statusCode, headers: pairs(rawHeaders), bytes: new Uint8Array(), truncated: false },
      }),
    );
    message.on('response', (response) => readBody(response, options, settle));
    message.end(request.body ?? undefined);
  });
}

function readBody(
  response: IncomingMessage,
  { bodyCapOf, classify }: PlainOptions,
  settle: (result: WireResult) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const complete = (truncated: boolean) =>
    settle({
      response: {
        status: response.statusCode ?? 0,
        headers: pairs(response.rawHeaders),
        bytes: Buffer.concat(chunks),
        truncated,
      },
    });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bodyCapOf(response.statusCode ?? 0)) complete(true);
  });
  response.on('end', () => complete(false));
  response.on('error', (error) => settle({ failure: classify(error) }));
}

/** All headers in their order, as a flat list; a body that does not come in chunks has its length. */
function headersOf({ headers, body }: WireRequest, host: string): string[] {
  const list = ['Host', host, ...headers.flat()];
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  if (!isChunked && body !== null) list.push('Content-Length', String(body.length));
  return list;
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []));
}
