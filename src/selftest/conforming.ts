/**
 * Conforming servers: unusual, but the specification permits all they do, so a failure on one is a false alarm. They
 * are not part of the package: `--correct` names a module that exports them, such as `test/targets` of the repository.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Declares, Settings } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { declarableGaps } from '../core/gaps.ts';
import type { ConformingServerResult } from '../core/report.ts';
import type { Level, Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { type RunResult, runInProcess } from './in-process-run.ts';
import { runSettings } from './run-settings.ts';

export interface RunningServer {
  readonly baseUrl: string;
  readonly settings: Pick<Settings, 'tokens' | 'fixtures'> & { readonly run?: Partial<Settings['run']> };
  close(): Promise<void>;
}

export interface ConformingServer {
  readonly name: string;
  /** Its choices where the specification is silent: keys of `declares`, and others that only inform a reader. */
  readonly choices: Declares & { readonly [other: string]: unknown };
  /** Why it cannot run on this machine. */
  readonly skip?: string;
  start(): Promise<RunningServer>;
}

export interface ConformingRun {
  readonly seed: number;
  /** Whether the choices are declared in the configuration of the run. */
  readonly declared: boolean;
  /** Ids of the requirements to decide; all unless given. */
  readonly rows?: ReadonlySet<string>;
  readonly run?: Partial<Settings['run']>;
}

/** The keys below `declares`, without those of single operations. */
const declarable = new Set(declarableGaps.map((key) => key.split('.')[0]));

/**
 * @param shown the file as the user wrote it
 * @throws UsageError if the module cannot be loaded or exports no servers
 */
export async function loadConforming(file: string, shown: string): Promise<readonly ConformingServer[]> {
  if (!existsSync(file)) throw new UsageError(`--correct ${shown} does not exist`, 'npm run selftest builds it');
  let module: { conformingTargets?: unknown };
  try {
    module = (await import(pathToFileURL(file).href)) as { conformingTargets?: unknown };
  } catch (error) {
    throw new UsageError(`--correct ${shown} cannot be loaded: ${(error as Error).message}`);
  }
  if (!Array.isArray(module.conformingTargets))
    throw new UsageError(`--correct ${shown} has no export conformingTargets`, 'an array of { name, choices, start }');
  return module.conformingTargets as ConformingServer[];
}

/** Starts a server, runs the checks against it, and stops it. */
export async function judgeConforming(
  server: { readonly choices?: ConformingServer['choices']; start(): Promise<RunningServer> },
  { seed, declared, rows, run }: ConformingRun,
): Promise<RunResult> {
  const running = await server.start();
  try {
    const { baseUrl, settings } = running;
    const choices = Object.entries(declared ? (server.choices ?? {}) : {});
    const declares: Declares = Object.fromEntries(choices.filter(([key]) => declarable.has(key)));
    const { tokens, fixtures } = settings;
    const ofRun = runSettings({ ...settings.run, ...run, seed });
    return await runInProcess({ baseUrl, tokens, fixtures, declares, waivers: [], run: ofRun }, rows);
  } finally {
    await running.close();
  }
}

export interface FalseAlarmOfCheck {
  readonly id: string;
  readonly level: Level | undefined;
  readonly verdict: Verdict;
}

/** Failures on these levels, and unexpected errors on any level. */
export function falseAlarmsIn(
  result: RunResult,
  requirements: readonly Requirement[],
  onLevels: readonly Level[] = ['stated', 'derived', 'declared'],
): FalseAlarmOfCheck[] {
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  return [...result.verdicts]
    .map(([id, verdict]) => ({ id, verdict, level: verdict.level ?? levels.get(id) }))
    .filter(
      ({ verdict: { verdict }, level }) =>
        verdict === 'error' || (verdict === 'fail' && level !== undefined && onLevels.includes(level)),
    );
}

/** Judges a conforming server and reports its false alarms. */
export async function proveConforming(
  server: ConformingServer,
  requirements: readonly Requirement[],
  run: ConformingRun,
): Promise<ConformingServerResult> {
  const result = await judgeConforming(server, run);
  const alarms = falseAlarmsIn(result, requirements);
  return {
    server: server.name,
    passed: [...result.verdicts.values()].filter(({ verdict }) => verdict === 'pass').length,
    reached: reachedIn(result.verdicts.values()),
    blamed: alarms.map(({ id, verdict }) => ({ id, message: verdict.message ?? '' })),
    requests: result.requests,
    ms: result.ms,
  };
}

/** The situations behind the passes of a run, each once. */
function reachedIn(verdicts: Iterable<Verdict>): string[] {
  return [...new Set([...verdicts].flatMap((one) => (one.verdict === 'pass' ? (one.reached ?? []) : [])))];
}
