/**
 * The reference server: all four operations as specified, in memory, on plain node:http. Its `settings` declare what it
 * does where the specification is silent. It prints nothing and does not read the environment.
 */
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../core/errors.ts';
import type { Fault } from './fault.ts';
import { inspectionServer } from './inspection.ts';
import { startMailer } from './mail.ts';
import { createServer } from './server.ts';
import { type ReferenceSettings, settingsOf } from './settings.ts';
import { createStopper } from './stop.ts';
import { serve } from './transport.ts';

export type { Fault } from './fault.ts';
export type { ReferenceSettings } from './settings.ts';

export interface ReferenceOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Port that serves verification codes. Default 0: a free port. Not opened if `smtp` is given. */
  readonly inspectPort?: number;
  /** Entries in the log of `wh_1`, 0 to 1,000,000. Default 173. */
  readonly logs?: number;
  /** Items per page, 1 to 1,000. Default 20. */
  readonly pageSize?: number;
  /** Delay of every answer, ms. */
  readonly latencyMs?: number;
  /** Sends codes by mail: `smtp://host:port` or `host:port`. */
  readonly smtp?: string;
  /** Faults, or their names. */
  readonly faults?: readonly (Fault | string)[];
  /** Derives codes from the seed and the e-mail, so that a run is repeatable. Default: random codes. */
  readonly seed?: string;
  /** Returns the current time, ms since the epoch. */
  readonly clock?: () => number;
}

export interface ReferenceServer {
  readonly baseUrl: string;
  /** Undefined if codes are sent by mail. */
  readonly inspectUrl: string | undefined;
  readonly settings: ReferenceSettings;
  /** Number of requests so far, without those to the inspection port. */
  requests(): number;
  /** Finishes answers in progress for at most two seconds, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Starts a server and resolves once it listens.
 * @throws UsageError if an option is out of range, a fault is unknown or a port is not available
 */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer({
    logs: within('logs', options.logs ?? 173, 0, 1_000_000),
    pageSize: within('pageSize', options.pageSize ?? 20, 1, 1000),
    latencyMs: within('latencyMs', options.latencyMs ?? 0, 0, 600_000),
    clock: options.clock ?? Date.now,
    seed: options.seed,
  });
  for (const fault of await resolveFaults(options.faults ?? [])) fault.apply(server);

  const mailer = options.smtp === undefined ? undefined : await startMailer(options.smtp);
  server.mail = mailer?.send;
  // Joins duplicate headers, because node would silently drop a second Authorization header.
  const main = createHttpServer({ joinDuplicateHeaders: true, keepAliveTimeout: 30_000 }, (request, response) => {
    serve(server, request, response).catch(() => response.destroy());
  });
  const stopMain = createStopper(main);
  const baseUrl = await listening(main, options.port ?? 0, host);
  const inspection = mailer ? undefined : inspectionServer(server.codes);
  const stopInspection = inspection && createStopper(inspection);
  const inspectUrl =
    inspection &&
    (await listening(inspection, options.inspectPort ?? 0, host).catch(async (error) => {
      await stopMain();
      throw error;
    }));

  return {
    baseUrl,
    inspectUrl,
    settings: settingsOf(server, baseUrl, inspectUrl),
    requests: () => server.requests,
    close: async () => {
      await Promise.all([stopMain(), stopInspection?.(), mailer?.close()]);
    },
  };
}

/** Finds faults by name. Their tables are loaded only if a name is given. */
async function resolveFaults(wanted: readonly (Fault | string)[]): Promise<Fault[]> {
  if (!wanted.some((one) => typeof one === 'string')) return wanted as Fault[];
  const { faults } = await import('./faults/index.ts');
  return wanted.map((one) => {
    if (typeof one !== 'string') return one;
    const found = faults.find((fault) => fault.name === one);
    if (!found)
      throw new UsageError(`Unknown fault "${one}".`, 'cawl serve --list-faults lists all faults.', 'UNKNOWN_FAULT');
    return found;
  });
}

function within(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`${name} is ${value}; expected an integer from ${least} to ${most}.`);
}

function listening(http: HttpServer, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code === 'EADDRINUSE' ? 'PORT_IN_USE' : 'INVALID_OPTION';
      reject(new UsageError(`Cannot listen on ${host}:${port}: ${error.message}`, undefined, code));
    });
    http.listen(port, host, () => {
      const bound = (http.address() as AddressInfo).port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}
