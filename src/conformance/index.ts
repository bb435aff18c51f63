/**
 * The suites inside a user's own vitest: one test per requirement, with the user's set-up, reporters, filters and watch mode.
 *
 * @example
 * import { conformance } from 'cawl-conformance/vitest';
 * beforeAll(async () => { server = await app.listen(0); });
 * conformance({ baseUrl: () => `http://localhost:${server.address().port}`, tokens, fixtures });
 */
import type { Requirement } from '../core/requirement.ts';
import { areaTitles } from '../report/index.ts';
import { callSite, withStackAt } from './failure.ts';
import { type ConformanceOptions, ConformanceRun } from './run.ts';
import { runningVitest, type Suite, type Vitest } from './running-vitest.ts';
import { showProblems, showRequirement } from './show.ts';

export type { ConformanceOptions };

/** Longest that a test may wait, ms: the first one waits for all that is sent before its own verdict. */
const testTimeoutMs = 900_000;
/** Longest for the target to be opened, and for the reports to be written, ms. */
const hookTimeoutMs = 120_000;

/**
 * Defines one test for each requirement, inside a `describe` or at the top level of a test file. They fail, pass or are
 * skipped with a note; advice is an annotation. The requests are sent while the tests run, at the speed of `cawl run`.
 */
export function conformance(options: ConformanceOptions): void {
  const vitest = runningVitest();
  const place = callSite(conformance);
  const run = new ConformanceRun(options);
  vitest.describe(options.name ?? 'conformance', () => {
    vitest.beforeAll(function start() {
      // vitest 3 passes the suite first; later ones second, and they read from the names of parameters what a hook wants.
      // biome-ignore lint/complexity/noArguments: a hook with a rest parameter is rejected by vitest 4.1
      return run.start(idsToRun([...arguments].find(isSuite)));
    }, hookTimeoutMs);
    for (const [title, requirements] of byArea(run.requirements))
      vitest.describe(title, () => {
        for (const { id } of requirements)
          defineTest(vitest, id, place, (context) => showRequirement(id, run, context, place));
      });
    defineTest(vitest, 'the run as a whole', place, (context) => showProblems(run, context, place));
    vitest.afterAll(() => run.finish(), hookTimeoutMs);
  });
}

/** @param place where `conformance()` was called: an editor shows the test there */
function defineTest({ test }: Vitest, name: string, place: string, body: Parameters<Vitest['test']>[2]): void {
  // A verdict is final: it was confirmed already, and another try would show the same one.
  withStackAt(place, () => test(name, { timeout: testTimeoutMs, retry: 0, repeats: 0 }, body));
}

function byArea(selected: readonly Requirement[]): Map<string, Requirement[]> {
  const groups = new Map<string, Requirement[]>();
  for (const requirement of selected) {
    const title = areaTitles[requirement.area];
    groups.set(title, [...(groups.get(title) ?? []), requirement]);
  }
  return groups;
}

function isSuite(value: unknown): value is Suite {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'suite' && 'tasks' in value;
}

/** Names of the tests that `-t`, `.only` and the like have left; undefined if vitest passes no suite to its hooks. */
function idsToRun(suite: Suite | undefined): readonly string[] | undefined {
  const namesIn = ({ tasks }: Suite): string[] =>
    tasks.flatMap((task) => {
      if (isSuite(task)) return namesIn(task);
      return task.mode === 'run' || task.mode === 'queued' ? [task.name] : [];
    });
  return suite === undefined ? undefined : namesIn(suite);
}
