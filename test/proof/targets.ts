/** A target of test/targets as the kit is told of it. */
import type { Declares, Settings } from '../../src/core/config.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { type CourseResult, runCourse } from '../../src/selftest/course-run.ts';
import type { RunningTarget, TargetChoices } from '../targets/kernel/target.ts';

/** Choices that a configuration can declare; what else a target says of itself is prose. */
const declarable = [
  'successStatus',
  'refusalStatus',
  'endOfLog',
  'cursorCarriesFilters',
  'timeFormat',
  'rangeBounds',
  'sortBy',
  'defaultOrder',
  'limit',
  'itemsUnique',
  'item',
  'unknownWebhook',
  'requiredFields',
] as const satisfies readonly (keyof Declares)[];

export interface TrialOfTarget {
  readonly seed: number;
  /** Undefined: nothing is declared. */
  readonly choices: TargetChoices | undefined;
  readonly rows?: ReadonlySet<string>;
  readonly run?: Partial<Settings['run']>;
}

/** Starts a target, carries the checks out against it, stops it. */
export async function judged(
  target: { start(): Promise<RunningTarget> },
  { seed, choices, rows, run }: TrialOfTarget,
): Promise<CourseResult> {
  const running = await target.start();
  try {
    const { baseUrl, settings } = running;
    const declares: Declares = Object.fromEntries(
      declarable.flatMap((key) => (choices?.[key] === undefined ? [] : [[key, choices[key]]])),
    );
    const { tokens, fixtures } = settings;
    return await runCourse(
      {
        baseUrl,
        tokens,
        fixtures,
        declares,
        waivers: [],
        run: {
          depth: 'standard',
          concurrency: 8,
          rate: 0,
          timeoutMs: 10_000,
          maxRequests: 10_000,
          only: [],
          skip: [],
          headers: [],
          insecure: false,
          ...settings.run,
          ...run,
          seed,
        },
      },
      rows,
    );
  } finally {
    await running.close();
  }
}

/** What went wrong, one line each: failures of these levels, and the kit's own. */
export function blamed(result: CourseResult, levelOf: (id: string) => string, levels: readonly string[]): string[] {
  return [...result.outcomes].flatMap(([id, outcome]) => {
    const level = outcome.level ?? levelOf(id);
    const wrong = outcome.verdict === 'error' || (outcome.verdict === 'fail' && levels.includes(level));
    return wrong ? [inWords(id, level, outcome)] : [];
  });
}

function inWords(id: string, level: string, outcome: Outcome): string {
  const evidence =
    outcome.verdict === 'fail'
      ? outcome.evidence.map(
          ({ request, response }) =>
            `\n    ${request.method} ${request.url} → ${response?.status ?? 'nothing'} ${response?.body.slice(0, 200) ?? ''}`,
        )
      : [];
  return `${id} (${level}) ${outcome.verdict}: ${outcome.message ?? ''}${evidence.slice(0, 4).join('')}`;
}
