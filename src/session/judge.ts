/** One judgement from a configuration: opens the target, runs, closes it, and says how it ended. Writes and prints nothing. */
import { catalogue } from '../../suites/catalogue.ts';
import type { Configuration } from '../config/load.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { type ExitStatus, exitStatus } from '../runner/gate.ts';
import { runConformance } from '../runner/run.ts';
import { selectRows } from '../runner/select.ts';
import { kitVersion } from '../version.ts';
import { type OpenTarget, openTarget } from './open.ts';

export interface Watching {
  readonly signal?: AbortSignal;
  /** Where the report will be, for its replay lines; default `reports/conformance.json`. */
  readonly reportFile?: string;
  readonly onTarget?: (target: OpenTarget) => void;
  readonly onStart?: (rows: readonly Requirement[]) => void;
  readonly onOutcome?: (row: Requirement, outcome: Verdict) => void;
  readonly onProgress?: (requests: number) => void;
}

export interface Judgement {
  readonly report: ConformanceReport;
  /** Failures of the kit that belong to no row. */
  readonly problems: readonly string[];
  /** 0 conformant, 1 not, 3 not judged, 130 interrupted. */
  readonly status: ExitStatus;
}

/** @throws UsageError for wrong globs and faults, TargetError where the target cannot be judged */
export async function judge(configuration: Configuration, watching: Watching = {}): Promise<Judgement> {
  const { run, output } = configuration;
  const { signal = new AbortController().signal, reportFile = 'reports/conformance.json', onTarget } = watching;
  // Before anything is sent: a glob that matches nothing must not cost a request.
  selectRows(catalogue, run.only, run.skip);
  const gate = { failOn: output.failOn, requireComplete: output.requireComplete };
  const target = await openTarget(configuration, signal);
  try {
    onTarget?.(target);
    let open: Requirement[] = [];
    const { report, problems } = await runConformance({
      ...gate,
      settings: target.settings,
      catalogue,
      version: kitVersion(),
      reportFile,
      target: target.mark,
      signal,
      onStart: (rows) => {
        open = [...rows];
        watching.onStart?.(rows);
      },
      ...(watching.onProgress === undefined ? {} : { onProgress: watching.onProgress }),
      onOutcome: (row, outcome) => {
        open = open.filter((other) => other.id !== row.id);
        watching.onOutcome?.(row, outcome);
      },
    });
    const all = report.run.interrupted === true ? problems : [...problems, ...unreached(open)];
    // A kit that broke has not shown that a target conforms, whatever it had decided before.
    const sound = all.length === 0 || report.verdict !== 'conformant';
    const final: ConformanceReport = sound ? report : { ...report, verdict: 'undecided' };
    const status = exitStatus(final, gate);
    return { report: final, problems: all, status: status === 0 && all.length > 0 ? 3 : status };
  } finally {
    await target.close();
  }
}

/** A run that came to its end has a verdict for every row; a row without one was lost by the kit. */
function unreached(rows: readonly Requirement[]): string[] {
  if (rows.length === 0) return [];
  const some = rows.slice(0, 5).map((row) => row.id);
  return [
    `${rows.length} ${rows.length === 1 ? 'requirement has' : 'requirements have'} no verdict: ${some.join(', ')}${rows.length > 5 ? ' and more' : ''}`,
  ];
}
