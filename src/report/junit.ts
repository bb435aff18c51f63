/**
 * `junit.xml` for CI: one suite per area, one test case per requirement. `<failure>` is a failure that fails the gate, `<error>`
 * an internal error of the kit. What was not decided, does not apply, is waived or is only advisory is `<skipped>` with its
 * reason, so that red and green in CI match the gate.
 */
import { decisiveEvidence } from '../core/evidence.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { cutText } from '../core/text.ts';
import { alsoInWords, byArea, failureGroups, placeInWords, reproducedInWords, sourceOf } from './selectors.ts';
import { visibleLines } from './visible-text.ts';
import { verdictWords } from './words.ts';

/** JUnit XML as common CI systems read it. */
export function renderJunit(report: ConformanceReport): string {
  const suites = byArea(report).map(({ title, rows }) => {
    const cases = rows.map((row) => testcase(row, report));
    return [
      `  <testsuite ${attributes({ name: title, ...tally(rows, report), time: seconds(rows, report), timestamp: report.run.startedAt.replace(/\.\d+Z$|Z$/, '') })}>`,
      ...cases,
      '  </testsuite>',
    ].join('\n');
  });
  const gate = (report.waiverProblems ?? []).map(
    ({ requirement, problem }) =>
      `    <testcase ${attributes({ classname: 'cawl.waivers', name: requirement, time: '0' })}>\n      <failure ${attributes({ message: problem, type: 'waiver' })}></failure>\n    </testcase>`,
  );
  if (gate.length > 0) {
    const numbers = { tests: gate.length, failures: gate.length, errors: 0, skipped: 0 };
    suites.push(
      `  <testsuite ${attributes({ name: 'Waivers', ...numbers, time: '0' })}>\n${gate.join('\n')}\n  </testsuite>`,
    );
  }
  // Only the suites have counts: common schemas have no `skipped` here, and without it a reader would count skipped cases as
  // passed.
  const head = { name: 'cawl', time: (report.run.durationMs / 1000).toFixed(3) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes(head)}>\n${suites.join('\n')}\n</testsuites>\n`;
}

function testcase(row: ReportedRequirement, report: ConformanceReport): string {
  const open = `    <testcase ${attributes({ classname: `cawl.${row.area}`, name: `${row.id} (${row.level}, ${sourceOf(row)})`, time: seconds([row], report) })}`;
  const inner = result(row, report);
  return inner === null ? `${open}/>` : `${open}>\n      ${inner}\n    </testcase>`;
}

function result(row: ReportedRequirement, report: ConformanceReport): string | null {
  const message = row.message ?? verdictWords[row.verdict];
  if (row.verdict === 'pass') return null;
  if (row.verdict === 'fail' && failsGate(row.level, report.run.failOn)) {
    const last = decisiveEvidence(row.evidence);
    const text = [
      row.statement,
      ...causeOf(row, report),
      last === undefined ? '' : `\n${last.request.method} ${last.request.url}\n${responseOf(last)}\n\n${last.curl}`,
      row.replay === undefined ? '' : `\n${row.replay}`,
    ].filter((part) => part !== '');
    return `<failure ${attributes({ message, type: row.level })}>${xml(text.join('\n'))}</failure>`;
  }
  if (row.verdict === 'error') return `<error ${attributes({ message, type: 'kit' })}></error>`;
  const why =
    row.verdict === 'waived'
      ? `waived until ${row.waiver?.until ?? '?'}: ${row.waiver?.reason ?? ''} (${message})`
      : row.verdict === 'fail'
        ? `advice: ${message}`
        : `${verdictWords[row.verdict]}: ${message}${row.wouldDecide === undefined ? '' : `; to decide it: ${row.wouldDecide}`}`;
  return `<skipped ${attributes({ message: why })}/>`;
}

/** What the failure explains, or the failure that explains it. */
function causeOf(row: ReportedRequirement, report: ConformanceReport): string[] {
  const group = failureGroups(report).find(({ head, same, also }) => [head, ...same, ...also].includes(row));
  if (group === undefined) return [];
  if (group.also.includes(row)) return [`also violated; fix ${group.head.id} first`];
  const words = alsoInWords(group, report.run.failOn);
  return [
    ...(words === undefined ? [] : [`${words}: ${group.also.map(({ id }) => id).join(', ')}`]),
    ...(row.place === undefined ? [] : [`likely: ${placeInWords(row)}`]),
    ...[reproducedInWords(row)].filter((words) => words !== ''),
  ];
}

function responseOf(evidence: NonNullable<ReportedRequirement['evidence']>[number]): string {
  if (evidence.response === null) return evidence.failure ?? 'no response';
  return `${evidence.response.status} ${cutText(evidence.response.body, 2000)}`;
}

function tally(rows: readonly ReportedRequirement[], report: ConformanceReport) {
  const failures = rows.filter((row) => row.verdict === 'fail' && failsGate(row.level, report.run.failOn)).length;
  const errors = rows.filter((row) => row.verdict === 'error').length;
  const passed = rows.filter((row) => row.verdict === 'pass').length;
  return { tests: rows.length, failures, errors, skipped: rows.length - failures - errors - passed };
}

/** Requirements are decided beside each other, so that the sum exceeds the time of the run. */
function seconds(rows: readonly ReportedRequirement[], { run }: ConformanceReport): string {
  return (rows.reduce((sum, { id }) => sum + (run.times?.[id] ?? 0), 0) / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${xml(String(value)).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;')}"`)
    .join(' ');
}

// XML 1.0 §2.2: a document cannot contain control characters, lone surrogates, U+FFFE or U+FFFF, not even as references.
function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return visibleLines(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
