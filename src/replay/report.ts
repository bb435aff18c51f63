/** The failing rows of a report, each sent again; those that only their own check can judge are decided together at the end. */
import { Client } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import { runConformance } from '../runner/run.ts';
import { nearest } from '../schema/nearest.ts';
import { isDirect, type SentStep, sendAgain } from './send.ts';
import type { ReplayVerdict } from './symptom.ts';

export type { SentStep } from './send.ts';
export type { ReplayVerdict } from './symptom.ts';

export interface Replayed {
  readonly row: ReportedRequirement;
  readonly verdict: ReplayVerdict;
  readonly why: string;
  readonly steps: readonly SentStep[];
  /** What decided it: the requests of the report, or the row's own check. */
  readonly by: 'requests' | 'check';
}

export interface ReplayOptions {
  /** Those of the earlier run where it matters: seed and depth. */
  readonly settings: Settings;
  readonly catalogue: readonly Requirement[];
  readonly signal?: AbortSignal;
  readonly onReplayed?: (replayed: Replayed) => void;
}

/** Rows to send again: one by its id, or all that failed. @throws UsageError for an id that did not fail */
export function failingRows(report: ConformanceReport, id: string | undefined): readonly ReportedRequirement[] {
  if (id === undefined) return report.requirements.filter(({ verdict }) => verdict === 'fail');
  const row = report.requirements.find((candidate) => candidate.id === id);
  if (row === undefined) {
    const ids = report.requirements.map((candidate) => candidate.id);
    const meant = nearest(id, ids);
    throw new UsageError(
      `the report has no requirement "${id}"${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      'leave the id out to replay all that failed',
    );
  }
  if (row.verdict !== 'fail' && row.verdict !== 'waived')
    throw new UsageError(
      `${id} did not fail in this report (${row.verdict}), so there is nothing to send again`,
      `decide it anew with: cawl run --only ${id}`,
    );
  return [row];
}

export async function replayRows(
  rows: readonly ReportedRequirement[],
  { settings, catalogue, signal, onReplayed }: ReplayOptions,
): Promise<readonly Replayed[]> {
  const done: Replayed[] = [];
  const tell = (replayed: Replayed) => {
    done.push(replayed);
    onReplayed?.(replayed);
  };
  const left: { row: ReportedRequirement; steps: readonly SentStep[]; why?: string }[] = [];
  const client = new Client(settings);
  try {
    for (const row of rows) {
      const { capsule } = row;
      if (capsule === undefined || !isDirect(row.id, capsule)) {
        left.push({ row, steps: [] });
        continue;
      }
      const { steps, seen } = await sendAgain(client, capsule, signal);
      if (seen.verdict !== 'cannot tell' || seen.outage === true)
        tell({ row, verdict: seen.verdict, why: seen.why, steps, by: 'requests' });
      else left.push({ row, steps, why: seen.why });
    }
  } finally {
    await client.close();
  }
  if (left.length === 0 || signal?.aborted === true) return done;
  const known = left.filter(({ row }) => catalogue.some(({ id }) => id === row.id));
  const judged =
    known.length === 0
      ? []
      : await check(
          known.map(({ row }) => row.id),
          { settings, catalogue, ...(signal === undefined ? {} : { signal }) },
        );
  for (const { row, steps, why } of left) {
    const again = judged.find(({ id }) => id === row.id);
    tell({ row, steps, by: 'check', ...concluded(again, why) });
  }
  return done;
}

function concluded(
  again: ReportedRequirement | undefined,
  before: string | undefined,
): Pick<Replayed, 'verdict' | 'why'> {
  const because = before === undefined ? '' : ` (its requests alone: ${before})`;
  if (again === undefined)
    return { verdict: 'cannot tell', why: `this version of the kit has no such requirement${because}` };
  const said = `${again.message ?? 'its check passes'}${because}`;
  if (again.verdict === 'fail' || again.verdict === 'waived') return { verdict: 'still fails', why: said };
  if (again.verdict === 'pass') return { verdict: 'no longer fails', why: `its own check passes${because}` };
  return { verdict: 'cannot tell', why: `${again.verdict}: ${said}` };
}

/** Rows that are read from what a whole run sees: alone they would see next to nothing. */
const watching =
  /^(create|register|verify|logs)\/(content-type|json|page-shape|empty-object|null-cursor|counts-agree|error-json)$/;

async function check(ids: readonly string[], { settings, catalogue, signal }: ReplayOptions) {
  const only = ids.flatMap((id) => {
    const operation = watching.exec(id)?.[1];
    return operation === undefined ? [id] : [id, `${operation}/*`];
  });
  const { report } = await runConformance({
    settings: { ...settings, waivers: [], run: { ...settings.run, only: [...new Set(only)], skip: [] } },
    catalogue,
    version: '',
    reportFile: '',
    failOn: 'advisory',
    ...(signal === undefined ? {} : { signal }),
  });
  return report.requirements;
}
