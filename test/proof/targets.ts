/** A target of test/targets as the kit is told of it. */
import type { Settings } from '../../src/core/config.ts';
import type { Level } from '../../src/core/requirement.ts';
import type { Verdict } from '../../src/core/verdict.ts';
import { falseAlarmsIn, judgeConforming } from '../../src/selftest/conforming.ts';
import type { RunResult } from '../../src/selftest/in-process-run.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { RunningTarget, TargetChoices } from '../targets/support/target.ts';

export interface TrialOfTarget {
  readonly seed: number;
  /** Undefined: nothing is declared. */
  readonly choices: TargetChoices | undefined;
  readonly rows?: ReadonlySet<string>;
  readonly run?: Partial<Settings['run']>;
}

/** Starts a target, carries the checks out against it, stops it. */
export function judged(
  target: { start(): Promise<RunningTarget> },
  { choices, ...trial }: TrialOfTarget,
): Promise<RunResult> {
  const server = { start: () => target.start(), ...(choices === undefined ? {} : { choices }) };
  return judgeConforming(server, { ...trial, declared: choices !== undefined });
}

/** What went wrong, one line each: failures of these levels, and the kit's own. */
export function blamed(result: RunResult, levels: readonly Level[]): string[] {
  return falseAlarmsIn(result, catalogue, levels).map(({ id, level, verdict }) => inWords(id, level, verdict));
}

function inWords(id: string, level: Level | undefined, outcome: Verdict): string {
  const evidence =
    outcome.verdict === 'fail'
      ? outcome.evidence.map(
          ({ request, response }) =>
            `\n    ${request.method} ${request.url} → ${response?.status ?? 'nothing'} ${response?.body.slice(0, 200) ?? ''}`,
        )
      : [];
  return `${id} (${level}) ${outcome.verdict}: ${outcome.message ?? ''}${evidence.slice(0, 4).join('')}`;
}
