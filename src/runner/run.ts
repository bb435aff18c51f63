/** One run from settings to the report document. Prints nothing, writes nothing, ends no process. */
import type { Settings } from '../core/config.ts';
import type { ConformanceReport, SelfProofRow } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { type GateOptions, holds, reportRow, summarize, verdictOf, waiverProblems } from './gate.ts';
import { selectRows } from './select.ts';
import { runSuites } from './vitest.ts';

export interface RunOptions extends GateOptions {
  readonly settings: Settings;
  readonly catalogue: readonly Requirement[];
  readonly version: string;
  /** Where the report will be, for the replay lines. */
  readonly reportFile: string;
  readonly target?: Omit<ConformanceReport['target'], 'baseUrl'>;
  readonly onStart?: (rows: readonly Requirement[]) => void;
  readonly onOutcome?: (row: Requirement, outcome: Verdict) => void;
  readonly onProgress?: (requests: number) => void;
  readonly signal?: AbortSignal;
  readonly selfProof?: readonly SelfProofRow[];
}

export interface RunResult {
  readonly report: ConformanceReport;
  /** Failures of the kit that belong to no row. */
  readonly problems: readonly string[];
}

export async function runConformance(options: RunOptions): Promise<RunResult> {
  const { settings, catalogue } = options;
  const rows = selectRows(catalogue, settings.run.only, settings.run.skip);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const decidable = rows.filter((row) => row.excluded === undefined);
  options.onStart?.(decidable);
  const startedAt = new Date();
  const result = await runSuites({
    assignment: { settings, rows: decidable.map((row) => row.id) },
    onOutcome: (id, outcome) => options.onOutcome?.(byId.get(id)!, outcome),
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const today = startedAt.toISOString().slice(0, 10);
  const reported = rows.map((row) => {
    const waiver = settings.waivers.find((candidate) => candidate.requirement === row.id && holds(candidate, today));
    return reportRow(row, result.outcomes.get(row.id), waiver, options.reportFile);
  });
  const waivers = waiverProblems(settings, catalogue, result.outcomes, today);
  const report: ConformanceReport = {
    schemaVersion: 1,
    kit: { name: 'cawl-conformance', version: options.version },
    target: { baseUrl: settings.baseUrl, ...options.target },
    run: {
      seed: settings.run.seed,
      depth: settings.run.depth,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      requests: result.totals?.requests ?? 0,
      retries: result.totals?.retries ?? 0,
      shard: null,
      ...(result.interrupted ? { interrupted: true } : {}),
      node: process.version,
      failOn: options.failOn,
      ...(result.totals === undefined ? {} : { latency: result.totals.latency, inFlight: result.totals.inFlight }),
    },
    verdict: verdictOf(reported, waivers, options),
    summary: summarize(reported),
    requirements: reported,
    observations: result.totals?.observations ?? [],
    ...(waivers.length === 0 ? {} : { waiverProblems: waivers }),
    ...(options.selfProof === undefined ? {} : { selfProof: options.selfProof }),
  };
  return { report, problems: result.problems };
}
