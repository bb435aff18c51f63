/**
 * Replays the failed requirements of a report. Reproducers are sent first. Requirements that their requests alone cannot
 * decide are checked afterwards, all in one run.
 */
import { Client } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import { globsFor } from '../runner/again.ts';
import { runConformance } from '../runner/run.ts';
import { nearest } from '../schema/nearest.ts';
import { isDecidedByRequests, type SentStep, sendReproducer } from './send-reproducer.ts';
import type { ReplayVerdict } from './symptom.ts';

export type { SentStep } from './send-reproducer.ts';
export type { ReplayVerdict } from './symptom.ts';

export interface Replayed {
  readonly requirement: ReportedRequirement;
  readonly verdict: ReplayVerdict;
  readonly why: string;
  readonly steps: readonly SentStep[];
  /** What decided: the requests of the report, or the requirement's own check. */
  readonly by: 'requests' | 'check';
}

export interface ReplayOptions {
  /** With the seed and the depth of the earlier run. */
  readonly settings: Settings;
  readonly catalogue: readonly Requirement[];
  readonly signal?: AbortSignal;
  readonly onReplayed?: (replayed: Replayed) => void;
}

/** The failed requirements of a report, or the one with this id. @throws UsageError for an id that did not fail */
export function failedRequirements(report: ConformanceReport, id: string | undefined): readonly ReportedRequirement[] {
  if (id === undefined) return report.requirements.filter(({ verdict }) => verdict === 'fail');
  const requirement = report.requirements.find((candidate) => candidate.id === id);
  if (requirement === undefined) {
    const ids = report.requirements.map((candidate) => candidate.id);
    const meant = nearest(id, ids);
    throw new UsageError(
      `the report has no requirement "${id}"${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      'leave the id out to replay all that failed',
    );
  }
  if (requirement.verdict !== 'fail' && requirement.verdict !== 'waived')
    throw new UsageError(
      `${id} did not fail in this report (${requirement.verdict}), so there is nothing to send again`,
      `check it again with: cawl run --only ${id}`,
    );
  return [requirement];
}

/** A requirement that its requests did not decide. */
interface Undecided {
  readonly requirement: ReportedRequirement;
  readonly steps: readonly SentStep[];
  /** Why the requests did not decide it; undefined if they were not sent. */
  readonly why?: string;
}

export async function replayRequirements(
  requirements: readonly ReportedRequirement[],
  options: ReplayOptions,
): Promise<readonly Replayed[]> {
  const done: Replayed[] = [];
  const report = (replayed: Replayed) => {
    done.push(replayed);
    options.onReplayed?.(replayed);
  };
  const undecided = await sendAll(requirements, options, report);
  if (undecided.length === 0 || options.signal?.aborted === true) return done;
  const checked = await checkAgain(
    undecided.map(({ requirement }) => requirement.id),
    options,
  );
  for (const { requirement, steps, why } of undecided) {
    const again = checked.find(({ id }) => id === requirement.id);
    const isConcurrent = options.catalogue.find(({ id }) => id === requirement.id)?.concurrent === true;
    report({ requirement, steps, by: 'check', ...verdictOfCheck(requirement, again, isConcurrent, why) });
  }
  return done;
}

/** Sends the reproducers in order. Returns the requirements that are still undecided. */
async function sendAll(
  requirements: readonly ReportedRequirement[],
  { settings, signal }: ReplayOptions,
  report: (replayed: Replayed) => void,
): Promise<readonly Undecided[]> {
  const undecided: Undecided[] = [];
  const client = new Client(settings);
  try {
    for (const requirement of requirements) {
      const { capsule: reproducer } = requirement;
      if (reproducer === undefined || !isDecidedByRequests(requirement.id, reproducer)) {
        undecided.push({ requirement, steps: [] });
        continue;
      }
      const { steps, outcome } = await sendReproducer(client, reproducer, signal);
      const { verdict, why, outage } = outcome;
      if (verdict !== 'cannot tell' || outage === true) report({ requirement, verdict, why, steps, by: 'requests' });
      else undecided.push({ requirement, steps, why });
    }
  } finally {
    await client.close();
  }
  return undecided;
}

/** Why a check that passes now has not tried what failed before; undefined if it has. */
export function doubtOf(
  { level, reproduced, capsule }: ReportedRequirement,
  isConcurrent: boolean,
): string | undefined {
  if (isConcurrent) return 'what failed depends on how requests at once meet';
  if (reproduced !== undefined && reproduced.times < reproduced.of)
    return `it failed in ${reproduced.times} of ${reproduced.of} runs before`;
  if (level !== 'advisory' && reproduced === undefined && capsule?.symptom.kind === 'check')
    return 'what failed was seen over the whole run, and not in this check alone';
  return undefined;
}

function verdictOfCheck(
  before: ReportedRequirement,
  again: ReportedRequirement | undefined,
  isConcurrent: boolean,
  requestsWhy: string | undefined,
): Pick<Replayed, 'verdict' | 'why'> {
  const because = requestsWhy === undefined ? '' : ` (its requests alone: ${requestsWhy})`;
  if (again === undefined)
    return { verdict: 'cannot tell', why: `this version of cawl does not have the requirement${because}` };
  const message = `${again.message ?? 'its check passes'}${because}`;
  if (again.verdict === 'fail' || again.verdict === 'waived') return { verdict: 'still fails', why: message };
  const doubt = again.verdict === 'pass' ? doubtOf(before, isConcurrent) : undefined;
  if (doubt !== undefined) return { verdict: 'cannot tell', why: `its own check passes, but ${doubt}${because}` };
  if (again.verdict === 'pass') return { verdict: 'no longer fails', why: `its own check passes${because}` };
  return { verdict: 'cannot tell', why: `${again.verdict}: ${message}` };
}

/** Checks requirements again, those that watch traffic together with their whole operation. Unknown ids are left out. */
async function checkAgain(
  ids: readonly string[],
  { settings, catalogue, signal }: ReplayOptions,
): Promise<readonly ReportedRequirement[]> {
  const known = catalogue.filter(({ id }) => ids.includes(id));
  if (known.length === 0) return [];
  const only = globsFor(ids, catalogue);
  const { report } = await runConformance({
    settings: { ...settings, waivers: [], run: { ...settings.run, only, skip: [] } },
    catalogue,
    version: '',
    reportFile: '',
    failOn: 'advisory',
    ...(signal === undefined ? {} : { signal }),
  });
  return report.requirements;
}
