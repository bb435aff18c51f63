/**
 * The library: judges a target from a program, in any test runner. Nothing is printed or written; the process and its
 * environment are left alone. In vitest, `cawl-conformance/vitest` makes a test of each requirement.
 *
 * @example
 * const { report, status } = await judge({ baseUrl, tokens, fixtures });
 */
import { catalogue } from '../suites/catalogue.ts';
import { type ProgramConfiguration, programConfiguration } from './config/program.ts';
import { defined } from './core/defined.ts';
import { runSuitesInProcess } from './runner/in-process.ts';
import { type Judgement, type JudgeOptions, judge as judgeTarget } from './session/judge.ts';

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
export type { Judgement, ProgramConfiguration };
export { catalogue };

export interface JudgeInput extends ProgramConfiguration, Pick<JudgeOptions, 'onStart' | 'onVerdict'> {
  /** Name of a fault: judges the embedded reference server with that fault. */
  readonly fault?: string;
  /** Stops the run; the judgement has what was decided until then, and status 130. */
  readonly signal?: AbortSignal;
}

/**
 * Decides every requirement that the configuration selects, in this process. Without `baseUrl` and `config`, the embedded
 * reference server is judged.
 * @throws UsageError for an invalid configuration, TargetError if the target cannot be judged
 */
export async function judge(input: JudgeInput = {}): Promise<Judgement> {
  const { fault, signal, onStart, onVerdict, ...configuration } = input;
  return judgeTarget(programConfiguration(configuration, fault), {
    catalogue,
    runsSuites: runSuitesInProcess,
    ...defined({ signal, onStart, onVerdict }),
  });
}
