/** From the key `run` to the settings of a run and of what comes out. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunSettings } from '../core/config.ts';
import { defaultReporters, type ReporterName } from '../report/reporters.ts';
import type { Loading, Raw } from './loading.ts';

export interface Output {
  readonly reportDir: string;
  readonly reporters: readonly ReporterName[];
  readonly failOn: 'gate' | 'advisory';
  readonly requireComplete: boolean;
  readonly quiet: boolean;
}

/** Requests of a run unless said otherwise. With the look at the target before it a quick run stays under 300. */
const budget = { quick: 290, standard: 5000, deep: 100_000 } as const;

/** What is wrong is added to the loading. A path in a file is relative to `folder`, one on the command line to `cwd`. */
export function readRun(
  run: NonNullable<Raw['run']>,
  loading: Loading,
  { cwd, folder, embedded }: { cwd: string; folder: string; embedded: boolean },
): { settings: RunSettings; output: Output } {
  const depth = run.depth ?? 'standard';
  const fromFlag = typeof run.ca === 'string' && !existsSync(resolve(folder, run.ca));
  const ca = typeof run.ca === 'string' ? resolve(fromFlag ? cwd : folder, run.ca) : undefined;
  if (ca !== undefined && !existsSync(ca))
    loading.add('/run/ca', `run.ca ${run.ca} does not exist; it takes a PEM file`);
  return {
    settings: {
      depth,
      concurrency: run.concurrency ?? (embedded ? 16 : 8),
      rate: run.rate ?? 0,
      timeoutMs: run.timeoutMs ?? 10_000,
      maxRequests: run.maxRequests ?? budget[depth],
      seed: run.seed ?? Math.floor(Math.random() * 2 ** 31),
      only: run.only ?? [],
      skip: run.skip ?? [],
      headers: headersOf(run.headers ?? {}, loading),
      insecure: run.insecure ?? false,
      ...(ca === undefined ? {} : { ca }),
    },
    output: {
      reportDir: run.reportDir ?? 'reports',
      reporters: run.reporters ?? defaultReporters,
      failOn: run.failOn ?? 'gate',
      requireComplete: run.requireComplete ?? false,
      quiet: run.quiet ?? false,
    },
  };
}

/** Those that the kit sets itself, request by request: a second one would make every request wrong. */
const ownHeaders = ['authorization', 'content-type', 'content-length', 'transfer-encoding', 'connection'];

function headersOf(given: Record<string, string>, loading: Loading): [string, string][] {
  const byName = new Map<string, [string, string]>();
  // Flags come after the file's and win, however the name is written.
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    byName.set(lower, [name, value]);
    if (ownHeaders.includes(lower))
      loading.add(
        `/run/headers/${name}`,
        `run.headers.${name} is set by the kit itself${lower === 'authorization' ? '; the token goes to tokens.valid or CAWL_TOKEN' : ''}`,
      );
  }
  return [...byName.values()];
}
