/**
 * Sends the few messages that undici refuses to send: a body in chunks, an upgrade, an expectation, connection options, other
 * shapes of a message. They are legal (RFC 9110 §7.6.1, §7.8, §10.1.1; RFC 9112 §7.1), and a guard may treat them differently
 * from others. Each goes out on a connection opened for it.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { ExchangeFailure, WireRequest, WireResult } from '../../core/exchange.ts';
import { whenAborted } from './abort-listeners.ts';
import { IncomingBody } from './incoming-body.ts';
import type { LongBodies } from './long-bodies.ts';
import { openTls, proxyAuthorization, type TlsOptions } from './proxy.ts';

export interface PlainOptions {
  readonly origin: string;
  readonly timeoutMs: number;
  readonly tls: TlsOptions;
  readonly proxy: URL | undefined;
  readonly longBodies: LongBodies;
  /** Bytes of the body that are read of a response with this status. */
  bodyCapOf(status: number): number;
  classify(error: unknown): ExchangeFailure;
}

/** Whether a message has a header or a shape that undici refuses. */
export function needsPlainHttp({ headers, shape }: WireRequest): boolean {
  if (shape !== undefined) return true;
  return headers.some(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'connection') return !/^(close|keep-alive)$/i.test(value);
    return lower === 'transfer-encoding' || lower === 'upgrade' || lower === 'expect';
  });
}

export function sendPlainly(request: WireRequest, options: PlainOptions): Promise<WireResult> {
  const { origin, timeoutMs, classify } = options;
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
    const send = (tunnel?: Socket) => {
      message = open(request, url, options, tunnel);
      message.on('error', (error) => settle({ failure: classify(error) }));
      if (request.shape?.version === '1.0') message.once('socket', writeOldVersion);
      // A target that takes the upgrade speaks another protocol from here on.
      message.on('upgrade', ({ statusCode = 101, rawHeaders }: IncomingMessage) =>
        settle({
          response: { status: statusCode, headers: pairs(rawHeaders), bytes: new Uint8Array(), truncated: false },
        }),
      );
      message.on('response', (response) => readBody(response, options, settle));
      message.end(request.body ?? undefined);
    };
    if (options.proxy === undefined || url.protocol !== 'https:') return send();
    openTls(options.proxy, url, options.tls, timeoutMs).then(send, (error) => settle({ failure: classify(error) }));
  });
}

/** Begins the message: on a tunnel, or at the proxy in absolute form, or at the target. */
function open(request: WireRequest, url: URL, { tls, proxy }: PlainOptions, tunnel?: Socket): ClientRequest {
  const isRelayed = proxy !== undefined && tunnel === undefined;
  const first = isRelayed ? proxy : url;
  return (first.protocol === 'https:' && tunnel === undefined ? httpsRequest : httpRequest)({
    host: first.hostname.replace(/^\[|\]$/g, ''),
    port: first.port,
    method: request.method,
    path: isRelayed || request.shape?.target === 'absolute' ? `${url.origin}${request.target}` : request.target,
    headers: [...headersOf(request, url.host), ...(isRelayed ? proxyAuthorization(proxy).flat() : [])],
    ...tls,
    // An agent would open another connection.
    ...(tunnel === undefined ? { agent: false } : { createConnection: () => tunnel }),
  });
}

/** The client of node writes HTTP/1.1 only: the version is replaced in the first octets that it writes. */
function writeOldVersion(socket: Socket): void {
  const write = socket.write.bind(socket) as (data: string | Uint8Array, ...rest: unknown[]) => boolean;
  socket.write = ((data: string | Uint8Array, ...rest: unknown[]) => {
    socket.write = write;
    const text = typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
    const older = text.replace(/ HTTP\/1\.1\r\n/, ' HTTP/1.0\r\n');
    return write(typeof data === 'string' ? older : Buffer.from(older, 'latin1'), ...rest);
  }) as Socket['write'];
}

function readBody(
  response: IncomingMessage,
  { longBodies, bodyCapOf, classify }: PlainOptions,
  settle: (result: WireResult) => void,
): void {
  const { statusCode: status = 0, rawHeaders } = response;
  const headers = pairs(rawHeaders);
  const body = new IncomingBody(headers, longBodies);
  const complete = (truncated: boolean) => settle({ response: body.response(status, headers, truncated) });
  response.on('data', (chunk: Buffer) => {
    body.take(chunk);
    if (body.size > bodyCapOf(status) || body.isBeyondLimit) complete(true);
  });
  response.on('end', () => complete(false));
  response.on('error', (error) => settle({ failure: classify(error) }));
}

/** All headers in their order, as a flat list; a body that does not come in chunks has its length. */
function headersOf({ headers, body, shape }: WireRequest, host: string): string[] {
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const list = [
    ['Host', host],
    ...headers,
    ...(isChunked || body === null ? [] : [['Content-Length', String(body.length)]]),
  ];
  return (shape?.headers === 'reversed' ? list.reverse() : list).flat();
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []));
}
