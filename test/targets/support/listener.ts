/**
 * Listens on a free loopback port, records requests, and simulates the network in front of a service: latency, a rate
 * limit, closed connections. It does not decide responses.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import type { RecordedRequest } from './target.ts';

export interface Network {
  /** Delay of each response, ms. */
  readonly latencyMs?: number;
  /** Requests per second that pass; others get `status` (429 or 503) with Retry-After. */
  readonly throttle?: { readonly perSecond: number; readonly status: number };
  /** Whether each response has `Connection: close`. */
  readonly closing?: boolean;
  /** Connections at once; further ones are closed. */
  readonly connections?: number;
  /** Connections that are served at once; further ones wait until one of these is closed. */
  readonly workers?: number;
  /** An idle connection is closed after this long, ms. */
  readonly keepAliveMs?: number;
  /** Limit of the headers, bytes, beyond which the response is 431. */
  readonly maxHeaderSize?: number;
}

export interface Listener {
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/** Answers a request; a rejection becomes a 500. */
export type Service = (req: IncomingMessage, res: ServerResponse) => unknown;

export async function listen(service: Service, network: Network = {}): Promise<Listener> {
  const requests: RecordedRequest[] = [];
  let second = 0;
  let inSecond = 0;
  const server = createServer(
    network.maxHeaderSize === undefined ? {} : { maxHeaderSize: network.maxHeaderSize },
    (req, res) => {
      const record = recorder(req);
      requests.push(record);
      res.on('close', () => {
        record.status = res.statusCode;
      });
      if (network.closing) res.setHeader('Connection', 'close');
      if (network.throttle) {
        const now = Math.floor(Date.now() / 1000);
        if (now !== second) [second, inSecond] = [now, 0];
        if (++inSecond > network.throttle.perSecond) {
          req.resume();
          res.writeHead(network.throttle.status, { 'Retry-After': '1', 'Content-Type': 'text/plain' }).end('slow down');
          return;
        }
      }
      const serve = async () => service(req, res);
      const failed = (error: unknown) => {
        if (!res.headersSent) res.writeHead(500, { 'Content-Type': 'text/plain' });
        res.end(String(error));
      };
      if (network.latencyMs) setTimeout(() => serve().catch(failed), network.latencyMs);
      else serve().catch(failed);
    },
  );
  if (network.connections !== undefined) server.maxConnections = network.connections;
  if (network.keepAliveMs !== undefined) server.keepAliveTimeout = network.keepAliveMs;
  const front = network.workers === undefined ? server : serveInTurn(server, network.workers);
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject);
    front.listen(0, '127.0.0.1', resolve);
  });
  const { port } = front.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Accepts connections for `server`, as a few workers do that each serve one connection until it is closed. */
function serveInTurn(server: Server, workers: number): NetServer {
  const waiting: Socket[] = [];
  let served = 0;
  const serveNext = () => {
    while (served < workers && waiting.length > 0) {
      served += 1;
      const socket = waiting.shift()!;
      server.emit('connection', socket);
      socket.resume();
    }
  };
  const front = createNetServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    const leave = () => {
      const place = waiting.indexOf(socket);
      if (place === -1) served -= 1;
      else waiting.splice(place, 1);
      serveNext();
    };
    socket.once('close', leave).on('error', () => {});
    serveNext();
  });
  const close = front.close.bind(front);
  front.close = (done) => {
    for (const socket of waiting) socket.destroy();
    return close(done);
  };
  return front;
}

/** Records the body as it passes: a stream emits `data` no matter how it is read. */
function recorder(req: IncomingMessage): RecordedRequest {
  const chunks: Buffer[] = [];
  const emit = req.emit.bind(req) as (event: string | symbol, ...args: unknown[]) => boolean;
  req.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === 'data') chunks.push(Buffer.from(args[0] as Buffer));
    return emit(event, ...args);
  };
  return {
    method: req.method ?? '',
    url: req.url ?? '',
    headers: { ...req.headers },
    get body() {
      return Buffer.concat(chunks).toString();
    },
    status: 0,
  };
}

/** The whole body of a request. */
export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
