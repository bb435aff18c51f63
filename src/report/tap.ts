/**
 * `report.tap`: Test Anything Protocol version 14, https://testanything.org/tap-version-14-specification.html. One test point
 * per requirement, and one per waiver that no longer holds. `not ok` without a directive is what fails the run.
 */
import { decisiveEvidence } from '../core/evidence.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { sourceOf } from './selectors.ts';
import { cut, visible } from './visible-text.ts';
import { adviceWord, verdictWords } from './words.ts';

/** The TAP document, with LF line breaks. */
export function renderTap(report: ConformanceReport): string {
  const points = [
    ...report.requirements.map((row) => requirementPoint(row, report)),
    ...(report.waiverProblems ?? []).map(({ requirement, problem }) => ({
      ok: false,
      title: `waiver of ${requirement}`,
      diagnostics: { message: problem, severity: 'waiver' },
    })),
  ];
  const lines = points.flatMap(({ ok, title, directive, diagnostics }: TestPoint, place) => [
    `${ok ? 'ok' : 'not ok'} ${place + 1} - ${escaped(title)}${directive === undefined ? '' : ` # ${directive}`}`,
    ...yaml(diagnostics),
  ]);
  const head = `# cawl ${report.kit.version}: ${report.verdict}, ${visible(report.target.baseUrl)}`;
  return `${['TAP version 14', head, `1..${points.length}`, ...lines].join('\n')}\n`;
}

interface TestPoint {
  readonly ok: boolean;
  readonly title: string;
  readonly directive?: string;
  readonly diagnostics?: Diagnostics;
}

/** Entries without a value are left out. */
type Diagnostics = Readonly<Record<string, string | undefined>>;

function requirementPoint(row: ReportedRequirement, report: ConformanceReport): TestPoint {
  const { verdict, level, message = row.statement, waiver } = row;
  const title = `${row.id} (${level}, ${sourceOf(row)})`;
  if (verdict === 'pass') return { ok: true, title };
  if (verdict === 'inconclusive' || verdict === 'notApplicable')
    return { ok: true, title, directive: `SKIP ${verdictWords[verdict]}: ${short(message)}` };
  const isGating = failsGate(level, report.run.failOn);
  const diagnostics = diagnosticsOf(row, message, isGating);
  if (verdict === 'waived')
    return {
      ok: false,
      title,
      directive: `TODO waived until ${waiver?.until}: ${short(waiver?.reason ?? '')}`,
      diagnostics,
    };
  if (verdict === 'fail' && !isGating)
    return { ok: false, title, directive: 'TODO advice, which the gate does not count', diagnostics };
  return { ok: false, title, diagnostics };
}

function diagnosticsOf(row: ReportedRequirement, message: string, isGating: boolean): Diagnostics {
  const last = decisiveEvidence(row.evidence);
  const { request, response } = last ?? {};
  return {
    message,
    severity: row.verdict === 'fail' && !isGating ? adviceWord : verdictWords[row.verdict],
    expected: row.statement,
    request: request && `${request.method} ${request.url}`,
    response: last && (response?.status.toString() ?? last.failure ?? 'no response'),
    reproduce: last?.curl,
    replay: row.replay,
  };
}

/** A YAML block: strings of JSON are strings of YAML too. */
function yaml(diagnostics: Diagnostics | undefined): string[] {
  if (diagnostics === undefined) return [];
  const entries = Object.entries(diagnostics).flatMap(([key, value]) =>
    value === undefined ? [] : [`  ${key}: ${JSON.stringify(visible(value))}`],
  );
  return ['  ---', ...entries, '  ...'];
}

function short(text: string): string {
  return visible(cut(text, 300));
}

/** `#` would start a directive. */
function escaped(text: string): string {
  return visible(text).replace(/[\\#]/g, '\\$&');
}
