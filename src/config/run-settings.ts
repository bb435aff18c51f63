/** From the key `run` of a configuration to the settings of a run and of its output. */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Depth, RunSettings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { durationMs } from '../core/duration.ts';
import type { GatePolicy } from '../core/gate.ts';
import { anyNumber, type CreationLimits } from '../core/left-behind.ts';
import { defaultReporters, type ReporterName } from '../report/reporters.ts';
import type { Problems } from './problems.ts';
import type { RawConfiguration } from './raw.ts';

export interface Output extends GatePolicy {
  readonly reportDir: string;
  readonly reporters: readonly ReporterName[];
  readonly quiet: boolean;
}

/** Requests of a run unless configured. A quick run with its preflight stays under 300. */
export const requestBudget = { quick: 298, standard: 8000, deep: 100_000 } as const;

/** Requests per second. */
const slowestRate = 0.01;

/** How long the checks may take unless configured, ms. A rate is the wish of the user, and so is the time that it takes. */
const timeBudget = { quick: 45_000, standard: 80_000, deep: undefined } as const;
/** How much longer than that a run may take that waits since the target throttles, ms. */
const mostThrottledMs = 180_000;
/** How long a target that throttles everything at the start is waited for, ms. */
const defaultWaitMs = 60_000;

type RawRun = NonNullable<RawConfiguration['run']>;

/** Adds to `problems` what is invalid. A path in a file is relative to `folder`, one on the command line to `cwd`. */
export function readRun(
  run: RawRun,
  problems: Problems,
  { cwd, folder, embedded }: { cwd: string; folder: string; embedded: boolean },
): { settings: RunSettings; output: Output } {
  const depth = run.depth ?? 'standard';
  // A schema cannot say "0, or at least the slowest rate"; below that rate, a timer would overflow.
  if (typeof run.rate === 'number' && run.rate > 0 && run.rate < slowestRate)
    problems.add({
      path: '/run/rate',
      subject: 'run.rate',
      predicate: ` must be 0 or at least ${slowestRate}, got ${run.rate}`,
    });
  return {
    settings: {
      depth,
      concurrency: run.concurrency ?? 16,
      rate: run.rate ?? 0,
      timeoutMs: run.timeoutMs ?? 10_000,
      maxRequests: run.maxRequests ?? requestBudget[depth],
      seed: run.seed ?? randomInt(2 ** 31),
      only: run.only ?? [],
      skip: run.skip ?? [],
      headers: headersOf(run.headers ?? {}, problems),
      insecure: run.insecure ?? false,
      trace: run.trace ?? true,
      maxWaitMs: durationOf(run.maxWait) ?? defaultWaitMs,
      ...defined({ maxTimeMs: maxTimeOf(run, depth, embedded), budgetMs: durationOf(run.budget) }),
      throttledTimeMs: run.maxTime === undefined ? mostThrottledMs : 0,
      ...defined({ maxCreations: creationsOf(run) }),
      ...defined({ readOnly: run.readOnly, methods: embedded ? true : run.methods }),
      ...certificatesOf(run, problems, cwd, folder),
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

/** Any number of a kind that is not configured: a target that fails is sent more, to show what is wrong and why. */
function creationsOf({ maxUsers, maxEvents }: RawRun): CreationLimits | undefined {
  if (maxUsers === undefined && maxEvents === undefined) return undefined;
  return { users: maxUsers ?? anyNumber, events: maxEvents ?? anyNumber };
}

/** The embedded server answers at once: only a busy machine makes it slow. */
function maxTimeOf({ maxTime, rate = 0 }: RawRun, depth: Depth, embedded: boolean): number | undefined {
  if (maxTime !== undefined) return durationMs(maxTime);
  return embedded || rate > 0 ? undefined : timeBudget[depth];
}

const durationOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : durationMs(text);

/** The files for TLS, each with its place; a client certificate needs its key. */
function certificatesOf(
  run: RawRun,
  problems: Problems,
  cwd: string,
  folder: string,
): Pick<RunSettings, 'ca' | 'cert' | 'key'> {
  const files: { ca?: string; cert?: string; key?: string } = {};
  const report = (name: keyof typeof files, predicate: string) =>
    problems.add({ path: `/run/${name}`, subject: `run.${name}`, predicate });
  for (const name of ['ca', 'cert', 'key'] as const) {
    const given: unknown = run[name];
    if (typeof given !== 'string') continue;
    const beside = resolve(folder, given);
    const path = existsSync(beside) ? beside : resolve(cwd, given);
    if (existsSync(path)) files[name] = path;
    else report(name, ` ${given} does not exist; it takes a PEM file`);
  }
  if (run.cert === undefined && run.key !== undefined) report('key', ' is given without cert');
  if (run.cert !== undefined && run.key === undefined) report('cert', ' is given without key');
  try {
    // Only a context tells whether a certificate can be read, and whether the key is its own.
    const { cert, key } = files;
    if (cert !== undefined && key !== undefined)
      createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) });
  } catch (error) {
    report('cert', ` and run.key are not a certificate and its key in PEM: ${(error as Error).message}`);
  }
  return files;
}

/** Headers that the kit sets itself for each request: a second value would make every request invalid. */
const ownHeaders = ['authorization', 'content-type', 'content-length', 'transfer-encoding', 'connection'];

function headersOf(given: Readonly<Record<string, string>>, problems: Problems): [string, string][] {
  const byName = new Map<string, [string, string]>();
  // Flags come after the file and win, however the name is written.
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    byName.set(lower, [name, value]);
    const remedy = lower === 'authorization' ? '; the token goes to tokens.valid or CAWL_TOKEN' : '';
    if (ownHeaders.includes(lower))
      problems.add({
        path: `/run/headers/${name}`,
        subject: `run.headers.${name}`,
        predicate: ` is set by the kit itself${remedy}`,
      });
  }
  return [...byName.values()];
}
