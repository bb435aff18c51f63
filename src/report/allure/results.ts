/**
 * `allure-results/`, written by the reporter of allure-vitest. A report becomes the tests that vitest would have reported, one
 * per requirement, and the reporter is called as vitest calls it. So Allure and the gate rest on the same document, times are
 * those of the checks, a report can be made again from `conformance.json`, and nothing of allure-vitest is loaded beside the
 * checks: its set-up file binds to the copy of vitest that is found beside it, which in a user's project may be another one.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Status, TestResult } from 'allure-js-commons';
import type { Category } from 'allure-js-commons/sdk';
import type { ConformanceReport, ReportedRequirement, ReportedVerdict } from '../../core/report.ts';
import { cutText } from '../../core/text.ts';
import { visible } from '../visible-text.ts';
import { areaTitles, verdictWords } from '../words.ts';
import { allureMessages, reasonOf } from './messages.ts';

const category = (verdict: ReportedVerdict, status: string): Category => ({
  name: verdictWords[verdict],
  messageRegex: verdict === 'fail' ? '.*' : `^${verdictWords[verdict]}: [\\s\\S]*`,
  matchedStatuses: [status as Status],
});

/** In the words of the other reports; a message that begins with its verdict tells those apart that Allure calls skipped. */
export const categories: readonly Category[] = [
  category('fail', 'failed'),
  category('error', 'broken'),
  category('inconclusive', 'skipped'),
  category('waived', 'skipped'),
  category('notApplicable', 'skipped'),
];

/** The part of a vitest task that the reporter reads. */
interface Task {
  readonly type: 'test';
  readonly name: string;
  readonly mode: 'run' | 'skip';
  readonly suite: { readonly name: string };
  readonly file: { readonly filepath: string };
  readonly meta: { readonly allureRuntimeMessages: unknown };
  readonly result: {
    readonly state: 'pass' | 'fail' | 'skip';
    readonly startTime: number;
    readonly duration: number;
    readonly errors?: readonly { readonly name: string; readonly message: string; readonly stack?: string }[];
  };
}

const states: { readonly [verdict in ReportedVerdict]: Task['result']['state'] } = {
  pass: 'pass',
  fail: 'fail',
  error: 'fail',
  inconclusive: 'skip',
  waived: 'skip',
  notApplicable: 'skip',
};

/** Writes one result for each requirement into a folder, with categories and the environment. */
export async function writeResults(report: ConformanceReport, resultsDir: string): Promise<void> {
  const { default: AllureVitestReporter } = await import('allure-vitest/reporter');
  const rows = new Map(report.requirements.map((row) => [row.id, row]));
  const reporter = new AllureVitestReporter({
    resultsDir,
    categories: [...categories],
    environmentInfo: environmentOf(report),
    listeners: [
      {
        beforeTestResultWrite: (result) =>
          complete(result, rows.get(result.name ?? ''), report.run.times?.[result.name ?? '']),
      },
    ],
  });
  // It looks for projects to load its set-up file in: there are none.
  reporter.onInit({ projects: [] } as never);
  reporter.onTestRunEnd(report.requirements.map((row) => ({ task: taskOf(row, report) })) as never);
}

function taskOf(row: ReportedRequirement, report: ConformanceReport): Task {
  const state = states[row.verdict];
  const startTime = Date.parse(report.run.startedAt) + (report.run.starts?.[row.id] ?? 0);
  return {
    type: 'test',
    name: row.id,
    mode: state === 'skip' ? 'skip' : 'run',
    suite: { name: areaTitles[row.area] ?? row.area },
    file: { filepath: resolve('cawl') },
    meta: {
      allureRuntimeMessages: allureMessages(row, {
        began: startTime,
        page: `../index.html#${row.id}`,
        historyId: createHash('sha256').update(`cawl ${row.id}`).digest('hex'),
      }),
    },
    result: {
      state,
      startTime,
      duration: report.run.times?.[row.id] ?? 0,
      ...(state === 'fail' ? { errors: [errorOf(row)] } : {}),
    },
  };
}

/** Allure calls an error "failed" if its name speaks of an assertion, and else "broken". */
function errorOf(row: ReportedRequirement): NonNullable<Task['result']['errors']>[number] {
  const name = row.verdict === 'fail' ? 'AssertionError' : 'KitError';
  const message = cutText(reasonOf(row), 4000);
  return row.replay === undefined ? { name, message } : { name, message, stack: row.replay };
}

/** What the reporter has no place for: the reason of a skipped test, and a name that does not depend on the folder. */
function complete(result: TestResult, row: ReportedRequirement | undefined, ms: number | undefined): void {
  if (row === undefined) return;
  result.fullName = row.id;
  // The reporter takes a duration of 0 for none, and ends the test now.
  result.stop = (result.start ?? 0) + (ms ?? 0);
  result.titlePath = [areaTitles[row.area] ?? row.area];
  if (states[row.verdict] === 'skip') result.statusDetails = { message: cutText(reasonOf(row), 4000) };
}

function environmentOf(report: ConformanceReport): Record<string, string> {
  const { target, run, kit } = report;
  return { target: visible(target.baseUrl), seed: String(run.seed), depth: run.depth, kit: kit.version };
}
