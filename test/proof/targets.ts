/** A target of test/targets as the kit is told of it. */
import type { Settings } from '../../src/core/config.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Level } from '../../src/core/requirement.ts';
import { blamedIn, judgeCorrect } from '../../src/selftest/correct.ts';
import type { CourseResult } from '../../src/selftest/course-run.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { RunningTarget, TargetChoices } from '../targets/kernel/target.ts';

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
): Promise<CourseResult> {
  const server = { start: () => target.start(), ...(choices === undefined ? {} : { choices }) };
  return judgeCorrect(server, { ...trial, told: choices !== undefined });
}

/** What went wrong, one line each: failures of these levels, and the kit's own. */
export function blamed(result: CourseResult, levels: readonly Level[]): string[] {
  return blamedIn(result, catalogue, levels).map(({ id, level, outcome }) => inWords(id, level, outcome));
}

function inWords(id: string, level: Level | undefined, outcome: Outcome): string {
  const evidence =
    outcome.verdict === 'fail'
      ? outcome.evidence.map(
          ({ request, response }) =>
            `\n    ${request.method} ${request.url} → ${response?.status ?? 'nothing'} ${response?.body.slice(0, 200) ?? ''}`,
        )
      : [];
  return `${id} (${level}) ${outcome.verdict}: ${outcome.message ?? ''}${evidence.slice(0, 4).join('')}`;
}
