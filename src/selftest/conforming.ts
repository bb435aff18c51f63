/**
 * Servers that keep the specification, each in its own way, and that no requirement may blame. They are no part of the
 * package: a module names them (`correctTargets`), as `test/targets` of the repository does.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Declares, Settings } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { declarableGaps } from '../core/gaps.ts';
import type { SparedServer } from '../core/report.ts';
import type { Level, Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { type RunResult, runInProcess } from './in-process-run.ts';

export interface RunningServer {
  readonly baseUrl: string;
  readonly settings: Pick<Settings, 'tokens' | 'fixtures'> & { readonly run?: Partial<Settings['run']> };
  close(): Promise<void>;
}

export interface ConformingServer {
  readonly name: string;
  /** What it chose where the specification is silent: keys of `declares`, and others, which say nothing to the kit. */
  readonly choices: Declares & { readonly [other: string]: unknown };
  /** Why it cannot run here. */
  readonly skip?: string;
  start(): Promise<RunningServer>;
}

export interface ConformingRun {
  readonly seed: number;
  /** Whether the kit is told of the choices. */
  readonly declared: boolean;
  readonly rows?: ReadonlySet<string>;
  readonly run?: Partial<Settings['run']>;
}

/** The keys below `declares`, without those of single operations. */
const declarable = new Set(declarableGaps.map((key) => key.split('.')[0]));

/** @throws UsageError if the module cannot be loaded or names no servers */
export async function loadConforming(file: string, shown: string): Promise<readonly ConformingServer[]> {
  if (!existsSync(file)) throw new UsageError(`--correct ${shown} does not exist`, 'npm run selftest builds it');
  let module: { correctTargets?: unknown };
  try {
    module = (await import(pathToFileURL(file).href)) as { correctTargets?: unknown };
  } catch (error) {
    throw new UsageError(`--correct ${shown} cannot be loaded: ${(error as Error).message}`);
  }
  if (!Array.isArray(module.correctTargets))
    throw new UsageError(`--correct ${shown} has no export correctTargets`, 'an array of { name, choices, start }');
  return module.correctTargets as ConformingServer[];
}

/** Starts a server, carries the checks out against it, stops it. */
export async function judgeConforming(
  server: { readonly choices?: ConformingServer['choices']; start(): Promise<RunningServer> },
  { seed, declared, rows, run }: ConformingRun,
): Promise<RunResult> {
  const running = await server.start();
  try {
    const { baseUrl, settings } = running;
    const declares: Declares = declared
      ? Object.fromEntries(Object.entries(server.choices ?? {}).filter(([key]) => declarable.has(key)))
      : {};
    return await runInProcess(
      {
        baseUrl,
        tokens: settings.tokens,
        fixtures: settings.fixtures,
        declares,
        waivers: [],
        run: {
          depth: 'standard',
          concurrency: 8,
          rate: 0,
          timeoutMs: 10_000,
          maxRequests: 10_000,
          only: [],
          skip: [],
          headers: [],
          insecure: false,
          ...settings.run,
          ...run,
          seed,
        },
      },
      rows,
    );
  } finally {
    await running.close();
  }
}

/** Failures of these levels, and the kit's own, whatever the level. */
export function falseAlarmsIn(
  result: RunResult,
  catalogue: readonly Requirement[],
  blaming: readonly Level[] = ['stated', 'derived', 'declared'],
): { id: string; level: Level | undefined; outcome: Verdict }[] {
  const levels = new Map(catalogue.map((row) => [row.id, row.level]));
  return [...result.verdicts].flatMap(([id, outcome]) => {
    const level = outcome.level ?? levels.get(id);
    const wrong =
      outcome.verdict === 'error' || (outcome.verdict === 'fail' && level !== undefined && blaming.includes(level));
    return wrong ? [{ id, level, outcome }] : [];
  });
}

export async function proveConforming(
  server: ConformingServer,
  catalogue: readonly Requirement[],
  trial: ConformingRun,
): Promise<SparedServer> {
  const result = await judgeConforming(server, trial);
  return {
    server: server.name,
    passed: [...result.verdicts.values()].filter(({ verdict }) => verdict === 'pass').length,
    blamed: falseAlarmsIn(result, catalogue).map(({ id, outcome }) => ({ id, message: outcome.message ?? '' })),
    requests: result.requests,
    ms: result.ms,
  };
}
