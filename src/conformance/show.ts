/** How the verdict of a requirement becomes the result of its test. */
import { catalogue } from '../../suites/catalogue.ts';
import { completeness, failsGate } from '../core/gate.ts';
import type { ReportedRequirement } from '../core/report.ts';
import { allureMessages, reasonOf } from '../report/allure/messages.ts';
import { reasonInWords, visible } from '../report/index.ts';
import { errorAt, failureOf, failureText } from './failure.ts';
import type { ConformanceRun, DecidedRequirement } from './run.ts';
import type { TestContext } from './running-vitest.ts';

/** Waits for the verdict of a requirement, then passes, fails or skips the test. */
export async function showRequirement(
  id: string,
  run: ConformanceRun,
  context: TestContext,
  place: string,
): Promise<void> {
  const stop = () => run.stop();
  context.signal.addEventListener('abort', stop, { once: true });
  const decided = await run.decided(catalogue.find((requirement) => requirement.id === id)!);
  context.signal.removeEventListener('abort', stop);
  showTimes(context, decided);
  tellAllure(context, decided);
  await showVerdict(decided.row, run, context, place);
}

async function showVerdict(
  row: ReportedRequirement,
  run: ConformanceRun,
  context: TestContext,
  place: string,
): Promise<void> {
  switch (row.verdict) {
    case 'pass':
      return;
    case 'fail':
      if (failsGate(row.level, run.policy.failOn)) throw failureOf(row, run, place);
      await context.annotate(failureText(row, run), 'warning');
      return;
    case 'error':
      throw errorAt(place, 'KitError', row.id, `the kit failed, not the target: ${visible(row.message ?? '')}`);
    case 'inconclusive':
      if (run.policy.requireComplete && failsGate(row.level, run.policy.failOn))
        throw errorAt(place, 'UndecidedError', row.id, reasonOf(row));
      return context.skip(reasonOf(row));
    case 'waived':
    case 'notApplicable':
      return context.skip(reasonOf(row));
  }
}

/** The last test: what makes a run fail though no requirement does. */
export async function showProblems(run: ConformanceRun, context: TestContext, place: string): Promise<void> {
  const judgement = await run.judgement();
  if (judgement === undefined) return context.skip('nothing was to be decided');
  const { report, problems } = judgement;
  if (report.run.interrupted === true) return context.skip('the run was stopped');
  const { open } = completeness(report.requirements);
  const found = [
    ...problems.map((problem) => `the kit failed: ${problem}`),
    ...(report.waiverProblems ?? []).map(({ requirement, problem }) => `the waiver of ${requirement}: ${problem}`),
    ...(report.verdict === 'undecided' ? ['too little was decided to judge the target', ...reasonInWords(report)] : []),
    ...(run.policy.requireComplete && open.length > 0 ? [`${open.length} requirements were not decided`] : []),
  ];
  if (found.length > 0)
    throw errorAt(place, 'ConformanceError', 'the run as a whole', found.join('\n'), {
      expected: 'a run that decides enough, with waivers that hold',
      actual: found.join('\n'),
      showDiff: false,
    });
}

/** Tests wait for a run that goes on beside them; what vitest measures of them is how long they waited. */
function showTimes({ task }: TestContext, { began, ms }: DecidedRequirement): void {
  if (task.result === undefined) return;
  task.result['startTime'] = began;
  // vitest sets it when the test ends. Allure would take 0 for "until now".
  const duration = Math.max(1, ms);
  Object.defineProperty(task.result, 'duration', {
    enumerable: true,
    configurable: true,
    get: () => duration,
    set: () => {},
  });
}

/** Where the set-up file of allure-vitest is loaded, its reporter takes these messages from the meta of the test. */
function tellAllure({ task }: TestContext, { row, began }: DecidedRequirement): void {
  if (!('allureTestRuntime' in globalThis)) return;
  const earlier = (task.meta['allureRuntimeMessages'] as unknown[] | undefined) ?? [];
  task.meta['allureRuntimeMessages'] = [...earlier, ...allureMessages(row, { began })];
}
