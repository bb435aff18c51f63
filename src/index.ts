/**
 * The library: judge a target from a program of one's own. vitest is loaded when a run begins, not on import; nothing is
 * printed or written, and neither the process nor its environment is touched.
 *
 * @example
 * const { report, status } = await run({ configuration: { baseUrl, tokens, fixtures } });
 */
import { resolve } from 'node:path';
import { loadConfiguration } from './config/load.ts';
import { type Judgement, judge, type Watching } from './session/judge.ts';

export { catalogue } from '../suites/catalogue.ts';
export type { Declares, Depth, RunSettings, Settings, TruthEntry, Waiver, WebhookFixture } from './core/config.ts';
export { TargetError, UsageError } from './core/errors.ts';
export type { Evidence } from './core/evidence.ts';
export type { Operation } from './core/operation.ts';
export type { ConformanceReport, Observation, ReportedRequirement, ReportedVerdict, Summary } from './core/report.ts';
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
export type { ExitStatus } from './runner/gate.ts';
export type { Judgement };

export interface RunInput extends Pick<Watching, 'signal' | 'onStart' | 'onOutcome'> {
  /** The keys of `cawl.config.yaml`; without a `baseUrl` in it, and without `config`, the embedded reference server is judged. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** A configuration file instead. */
  readonly config?: string;
  /** What `${NAME}` and the `CAWL_*` variables are taken from; nothing unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start; default the current folder. */
  readonly cwd?: string;
  /** Judge the embedded server made wrong in this one way. */
  readonly fault?: string;
}

/**
 * Decides every requirement that the configuration asks for.
 * @throws UsageError for a wrong configuration, TargetError where the target cannot be judged
 */
export async function run(input: RunInput = {}): Promise<Judgement> {
  const { configuration = {}, config, env = {}, cwd = resolve('.'), fault } = input;
  const flags = { ...(config === undefined ? {} : { config }), ...(fault === undefined ? {} : { fault }) };
  const { signal, onStart, onOutcome } = input;
  return judge(loadConfiguration({ cwd, env, flags, value: configuration }), {
    ...(signal === undefined ? {} : { signal }),
    ...(onStart === undefined ? {} : { onStart }),
    ...(onOutcome === undefined ? {} : { onOutcome }),
  });
}
