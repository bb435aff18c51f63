/**
 * The reference server: all four operations, right in every sentence of the specification, in memory, on plain node:http.
 * What it chose in the gaps stands in its `settings`. It prints nothing and reads no environment.
 */
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../core/errors.ts';
import type { Fault } from './fault.ts';
import { inspectionServer } from './inspection.ts';
import { startMailer } from './mail.ts';
import { createServer } from './server.ts';
import { type ReferenceSettings, settingsOf } from './settings.ts';
import { stopper } from './stop.ts';
import { serve } from './transport.ts';

export type { Fault } from './fault.ts';
export type { ReferenceSettings } from './settings.ts';

export interface ReferenceOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** `127.0.0.1` unless given. */
  readonly host?: string;
  /** Where codes can be read; 0, the default, takes a free one. Not opened with `smtp`. */
  readonly inspectPort?: number;
  /** Entries of the log of `wh_1`, 0 to 1,000,000; 173 unless given. */
  readonly logs?: number;
  /** Items of a page, 1 to 1,000; 20 unless given. */
  readonly pageSize?: number;
  /** Added to every answer, ms. */
  readonly latencyMs?: number;
  /** Codes leave by mail: `smtp://host:port` or `host:port`. */
  readonly smtp?: string;
  /** Faults, or their names. */
  readonly faults?: readonly (Fault | string)[];
  /** Codes are drawn from it and the e-mail, so that a run can be had again; random unless given. */
  readonly seed?: string;
  /** Now, ms since the epoch. */
  readonly clock?: () => number;
}

export interface ReferenceServer {
  readonly baseUrl: string;
  /** Undefined when codes leave by mail. */
  readonly inspectUrl: string | undefined;
  readonly settings: ReferenceSettings;
  /** Requests received so far, those of the inspection port not counted. */
  requests(): number;
  /** Answers what is in flight, for at most two seconds, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Starts a server and resolves once it listens.
 * @throws UsageError when an option is out of range, a fault is unknown or the port cannot be had
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
  // Doubled headers are joined, so that a second Authorization header is not silently dropped.
  const main = createHttpServer({ joinDuplicateHeaders: true, keepAliveTimeout: 30_000 }, (request, response) => {
    serve(server, request, response).catch(() => response.destroy());
  });
  const stopMain = stopper(main);
  const baseUrl = await listening(main, options.port ?? 0, host);
  const inspection = mailer ? undefined : inspectionServer(server.codes);
  const stopInspection = inspection && stopper(inspection);
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

/** The faults meant; their modules are loaded only when one is asked for by name. */
async function resolveFaults(wanted: readonly (Fault | string)[]): Promise<Fault[]> {
  if (!wanted.some((one) => typeof one === 'string')) return wanted as Fault[];
  const { faults } = await import('./faults/index.ts');
  return wanted.map((one) => {
    if (typeof one !== 'string') return one;
    const found = faults.find((fault) => fault.name === one);
    if (!found) throw new UsageError(`There is no fault named "${one}".`, 'cawl serve --list-faults names them all.');
    return found;
  });
}

function within(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`${name} is ${value}, but takes an integer from ${least} to ${most}.`);
}

function listening(http: HttpServer, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http.once('error', (error) => reject(new UsageError(`Cannot listen on ${host}:${port}: ${error.message}`)));
    http.listen(port, host, () => {
      const bound = (http.address() as AddressInfo).port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}
