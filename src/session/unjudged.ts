/** The report of a run whose target could not be judged: every requirement is undecided for the same reason. */
import type { Configuration } from '../config/load.ts';
import { defined } from '../core/defined.ts';
import type { TargetError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Verdict } from '../core/verdict.ts';
import { runConformance } from '../runner/run.ts';
import { kitVersion } from '../version.ts';
import type { JudgeOptions } from './judge.ts';

/** Undefined if the configuration names no target. Sends nothing. */
export async function reportUnjudged(
  { target, run, output }: Configuration,
  { message, hint }: TargetError,
  { catalogue, reportFile = 'reports/conformance.json' }: Pick<JudgeOptions, 'catalogue' | 'reportFile'>,
): Promise<ConformanceReport | undefined> {
  if (target === undefined) return undefined;
  const verdict: Verdict = {
    verdict: 'inconclusive',
    exchanges: 0,
    message,
    wouldDecide: 'a target that can be judged',
  };
  const { report } = await runConformance({
    settings: { ...target, run },
    catalogue,
    failOn: output.failOn,
    version: kitVersion(),
    reportFile,
    runsSuites: async ({ assignment }) => ({
      verdicts: new Map(assignment.rows.map((id) => [id, verdict])),
      totals: undefined,
      problems: [],
      interrupted: false,
    }),
  });
  return { ...report, run: { ...report.run, unjudged: { reason: message, ...defined({ hint }) } } };
}
