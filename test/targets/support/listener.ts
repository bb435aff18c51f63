/**
 * Listens on a free loopback port, records what comes in, and plays the network in front of a service: latency, a rate
 * limit, connections that close. What the service answers is not decided here.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedRequest } from './target.ts';

export interface Network {
  /** Wait before each answer, ms. */
  readonly latencyMs?: number;
  /** Requests a second that are let through; the rest get `status` (429 or 503) with Retry-After. */
  readonly throttle?: { readonly perSecond: number; readonly status: number };
  /** Every answer carries `Connection: close`. */
  readonly closing?: boolean;
  /** Octets of headers before 431. */
  readonly maxHeaderSize?: number;
}

export interface Listener {
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/** What answers a request; a rejection is answered with 500. */
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Watches the body go by: a stream emits `data` however its reader takes it. */
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

/** The whole body of a request as octets. */
export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
