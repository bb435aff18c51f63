/**
 * The library: judges a target from a program. vitest is loaded when a run starts, not on import. Nothing is printed or
 * written; the process and its environment are left alone.
 *
 * @example
 * const { report, status } = await run({ configuration: { baseUrl, tokens, fixtures } });
 */
import { resolve } from 'node:path';
import { catalogue } from '../suites/catalogue.ts';
import { loadConfiguration } from './config/load.ts';
import { defined } from './core/defined.ts';
import { type Judgement, type JudgeOptions, judge } from './session/judge.ts';

export type { Declares, Depth, RunSettings, Settings, TruthEntry, Waiver, WebhookFixture } from './core/config.ts';
export { TargetError, type TargetErrorCode, UsageError, type UsageErrorCode } from './core/errors.ts';
export type { Evidence } from './core/evidence.ts';
export type { ExitStatus } from './core/gate.ts';
export type { Operation } from './core/operation.ts';
export type {
  ConformanceReport,
  Observation,
  ReportedRequirement,
  ReportedVerdict,
  RunVerdict,
  Summary,
} from './core/report.ts';
export type { Area, Level, Requirement } from './core/requirement.ts';
export type { Verdict, VerdictKind } from './core/verdict.ts';
export {
  diffReports,
  type ReportDiff,
  type ReporterName,
  renderSummary,
  reporterNames,
  type SummaryOptions,
  type WriteOptions,
  writeReports,
} from './report/index.ts';
export type { Judgement };
export { catalogue };

export interface RunInput extends Pick<JudgeOptions, 'signal' | 'onStart' | 'onVerdict'> {
  /** The keys of `cawl.config.yaml`. Without a `baseUrl` in it, and without `config`, the embedded reference server is judged. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** The path of a configuration file instead. */
  readonly config?: string;
  /** Source of `${NAME}` and of the `CAWL_*` variables; default empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start; default the current folder. */
  readonly cwd?: string;
  /** Name of a fault: judges the embedded reference server with that fault. */
  readonly fault?: string;
}

/**
 * Decides every requirement that the configuration selects.
 * @throws UsageError for an invalid configuration, TargetError where the target cannot be judged
 */
export async function run(input: RunInput = {}): Promise<Judgement> {
  const { configuration = {}, config, env = {}, cwd = resolve('.'), fault, signal, onStart, onVerdict } = input;
  const loaded = loadConfiguration({ cwd, env, flags: defined({ config, fault }), value: configuration });
  return judge(loaded, { catalogue, ...defined({ signal, onStart, onVerdict }) });
}
