/** Judges one target from a configuration: opens it, runs, closes it, and says how the run ended. Writes and prints nothing. */
import type { Configuration } from '../config/load.ts';
import { defined } from '../core/defined.ts';
import { describeDuration } from '../core/duration.ts';
import { UsageError } from '../core/errors.ts';
import { type ExitStatus, exitStatus } from '../core/gate.ts';
import { joinLeftBehind, type LeftBehind, nothingLeft } from '../core/left-behind.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { covers } from '../core/waivers.ts';
import { type RunOptions, runConformance } from '../runner/run.ts';
import { selectRequirements } from '../runner/select.ts';
import { SuiteThread } from '../runner/suite-thread.ts';
import { loadVitest } from '../runner/vitest.ts';
import { nearest } from '../schema/nearest.ts';
import { kitVersion } from '../version.ts';
import { type OpenTarget, openTarget } from './open.ts';

export interface JudgeOptions extends Pick<RunOptions, 'runsSuites'> {
  /** The requirements that there are; the configuration selects from them. */
  readonly catalogue: readonly Requirement[];
  readonly signal?: AbortSignal;
  /** Where the report will be, for its replay commands; default `reports/conformance.json`. */
  readonly reportFile?: string;
  readonly onTarget?: (target: OpenTarget) => void;
  /** Called with a sentence when the target is waited for because it throttles. */
  readonly onWait?: (sentence: string) => void;
  readonly onStart?: (requirements: readonly Requirement[]) => void;
  readonly onVerdict?: (requirement: Requirement, verdict: Verdict) => void;
  readonly onProgress?: (requests: number) => void;
  /** Called with what was created on the target since it was called last. */
  readonly onCreated?: (left: LeftBehind) => void;
}

export interface Judgement {
  readonly report: ConformanceReport;
  /** Failures of the kit that belong to no requirement. */
  readonly problems: readonly string[];
  /** What the run created on the target, and what stays there. */
  readonly leftBehind: LeftBehind;
  /** 0 conformant, 1 not conformant, 3 could not be judged, 130 interrupted. */
  readonly status: ExitStatus;
}

/** @throws UsageError for wrong globs and faults, TargetError if the target cannot be judged */
export async function judge(configuration: Configuration, options: JudgeOptions): Promise<Judgement> {
  const { run, output } = configuration;
  const { catalogue, signal = new AbortController().signal, reportFile = 'reports/conformance.json' } = options;
  // Before anything is sent: a glob that matches nothing must not cost a request.
  selectRequirements(catalogue, run.only, run.skip);
  rejectUnknownWaivers(configuration, catalogue);
  // It loads the checks while the target is opened, and while vitest is loaded.
  const thread = options.runsSuites === undefined ? new SuiteThread() : undefined;
  const opening = openTarget(configuration, signal, options.onWait);
  // While the target answers. What fails is reported when vitest is started.
  if (thread !== undefined) loadVitest().catch(() => {});
  const target = await opening.catch((error: unknown) => {
    void thread?.close();
    // Stopped before the first check: the error comes from being stopped.
    if (signal.aborted && !(error instanceof UsageError) && configuration.target !== undefined)
      return neverOpened(configuration.target, run);
    throw error;
  });
  try {
    options.onTarget?.(target);
    const { onStart, onVerdict, onProgress, onCreated, runsSuites } = options;
    const onWait = (ms: number) =>
      options.onWait?.(`the target asks for fewer requests; nothing is sent for ${describeDuration(ms)}`);
    const { report, problems, leftBehind } = await runConformance({
      settings: target.settings,
      catalogue,
      failOn: output.failOn,
      version: kitVersion(),
      reportFile,
      target: target.mark,
      signal,
      ...defined({ onStart, onVerdict, onProgress, onWait, onCreated, runsSuites, thread }),
    });
    return {
      report,
      problems,
      status: exitStatus(report, output, problems),
      // The embedded server ends with the run, and all that was created there.
      leftBehind: target.mark.embedded === true ? nothingLeft : joinLeftBehind(target.leftBehind, leftBehind),
    };
  } finally {
    await target.close();
  }
}

/** Stands for a target that was not reached before the run was stopped: nothing is sent to it. */
function neverOpened(target: NonNullable<Configuration['target']>, run: Configuration['run']): OpenTarget {
  return { settings: { ...target, run }, mark: {}, leftBehind: nothingLeft, close: async () => {} };
}

/** @throws UsageError for a waiver that covers no requirement: it would excuse nothing */
function rejectUnknownWaivers({ target, file }: Configuration, catalogue: readonly Requirement[]): void {
  const ids = catalogue.map(({ id }) => id);
  for (const waiver of target?.waivers ?? []) {
    if (ids.some((id) => covers(waiver, id))) continue;
    const closest = nearest(waiver.requirement, ids);
    throw new UsageError(
      `${file === undefined ? '' : `${file}: `}the waiver of "${waiver.requirement}" matches no requirement${closest === undefined ? '' : `; did you mean ${closest}?`}`,
      'see the ids with: cawl list',
      'NO_MATCH',
    );
  }
}
