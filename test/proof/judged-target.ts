/** Judges a target of test/targets in this process. */
import type { Settings } from '../../src/core/config.ts';
import type { Level } from '../../src/core/requirement.ts';
import type { Verdict } from '../../src/core/verdict.ts';
import { falseAlarmsIn, judgeConforming } from '../../src/selftest/conforming.ts';
import type { RunResult } from '../../src/selftest/in-process-run.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { RunningTarget, TargetChoices } from '../targets/support/target.ts';

export interface TargetRun {
  readonly seed: number;
  /** What the run declares; undefined for nothing. */
  readonly choices: TargetChoices | undefined;
  /** Ids of the requirements to decide; all unless given. */
  readonly rows?: ReadonlySet<string>;
  readonly run?: Partial<Settings['run']>;
}

/** Starts a target, runs the checks against it, and stops it. */
export function judgeTarget(
  target: { start(): Promise<RunningTarget> },
  { choices, ...run }: TargetRun,
): Promise<RunResult> {
  const server = { start: () => target.start(), ...(choices === undefined ? {} : { choices }) };
  return judgeConforming(server, { ...run, declared: choices !== undefined });
}

/** Failures that count and unexpected errors, one line each with the first exchanges. */
export function falseAlarms(result: RunResult): string[] {
  return falseAlarmsIn(result, catalogue).map(({ id, level, verdict }) => describe(id, level, verdict));
}

function describe(id: string, level: Level | undefined, verdict: Verdict): string {
  const evidence = verdict.verdict === 'fail' ? verdict.evidence.slice(0, 4) : [];
  const exchanges = evidence.map(
    ({ request, response }) =>
      `\n    ${request.method} ${request.url} → ${response?.status ?? 'no response'} ${response?.body.slice(0, 200) ?? ''}`,
  );
  return `${id} (${level}) ${verdict.verdict}: ${verdict.message ?? ''}${exchanges.join('')}`;
}
