/** The errors that tests fail with. Their one stack frame is the call of `conformance()`: the cause is not in the kit's code. */
import type { ReportedRequirement } from '../core/report.ts';
import { describeFailure, painter, sourceOf, visible } from '../report/index.ts';
import type { ConformanceRun } from './run.ts';

/** Columns of the text below a failing test. */
const width = 110;

/** Where `caller` was called, as a line of a stack; empty if that cannot be found out. */
export function callSite(caller: (...given: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, caller);
  return holder.stack?.split('\n').find((line) => /^\s+at .*:\d+/.test(line)) ?? '';
}

/**
 * Calls a function whose errors have this one stack frame. vitest reads from such a stack where a test is defined, and calls
 * the functions of `describe` when the test file is no longer on it.
 */
export function withStackAt(place: string, work: () => void): void {
  const usual = Error.prepareStackTrace;
  Error.prepareStackTrace = (error) => `${error.name}: ${error.message}\n${place}`;
  try {
    work();
  } finally {
    Error.prepareStackTrace = usual;
  }
}

/**
 * An error without the kit's stack. Allure calls one with `actual` and `expected` "failed", any other "broken".
 * @param about the test: vitest prints errors with equal stacks once
 */
export function errorAt(place: string, name: string, about: string, message: string, more: object = {}): Error {
  const error = Object.assign(new Error(message), more);
  error.name = name;
  // Without the message, which vitest prints by itself: lines of it that look like frames must not become some.
  error.stack = `${name}: ${about}\n${place}`;
  return error;
}

/** A requirement that the target violates: what was expected and found, the exchange, a curl line, the section. */
export function failureOf(row: ReportedRequirement, run: ConformanceRun, place: string): Error {
  return errorAt(place, 'ConformanceError', row.id, failureText(row, run), {
    expected: visible(row.statement),
    actual: visible(row.message ?? ''),
    // Two sentences, not two values: a diff of them helps nobody.
    showDiff: false,
  });
}

/** Level and section, then what the console shows of a failure. */
export function failureText(row: ReportedRequirement, { baseUrl, policy }: ConformanceRun): string {
  const context = { target: { baseUrl }, run: { failOn: policy.failOn } };
  const lines = describeFailure(row, context, { width, paint: painter(false) });
  return [`${row.level}, ${visible(sourceOf(row))}`, ...lines].join('\n');
}
