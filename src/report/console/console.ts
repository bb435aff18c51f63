/**
 * The summary on a terminal. Verdict, counts, next step and the path of the report come last, where the eye is when the run
 * ends; above them what was not decided, and above that every failure. Pure: a report in, text out.
 */

import { failsGate } from '../../core/gate.ts';
import type { ConformanceReport } from '../../core/report.ts';
import { type Level, levels } from '../../core/requirement.ts';
import { pad, shorten, wrap } from '../columns.ts';
import { nextStep } from '../next-step.ts';
import { painter } from '../paint.ts';
import { conditionsInWords, expiryInWords, requirementsWith, targetInWords, verdictInWords } from '../selectors.ts';
import { undecidedGroups } from '../undecided.ts';
import { duration, moment, plural, thousands, visible } from '../visible-text.ts';
import { adviceWord, runVerdictWords, shortVerdictWords, verdictWords } from '../words.ts';
import { excusedInWords } from './excused-text.ts';
import { renderFailures } from './failures.ts';
import { heading, labelled, type Screen } from './layout.ts';

export interface SummaryOptions {
  readonly color: boolean;
  /** Columns of the terminal. At least 40 and at most 100 are used. */
  readonly width: number;
  /** Where the files were written; the last line names it. */
  readonly reportDir?: string;
}

/** The summary of a run, ending in a line break. Text from the target reaches the terminal only as visible characters. */
export function renderSummary(report: ConformanceReport, { color, width, reportDir }: SummaryOptions): string {
  const screen: Screen = { width: Math.min(Math.max(width, 40), 100), paint: painter(color) };
  const lines = [
    ...renderFailures(report, screen),
    ...undecided(report, screen),
    ...waivers(report, screen),
    ...closing(report, screen, reportDir),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Ids listed for one reason; the others are counted. */
const maxIds = 8;

function undecided(report: ConformanceReport, screen: Screen): string[] {
  const { width, paint } = screen;
  const groups = undecidedGroups(report);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const blocks = groups.flatMap(({ reason, wouldDecide, rows }) => {
    const ids = rows.slice(0, maxIds).map(({ id }) => visible(id));
    const more = rows.length > maxIds ? ` and ${rows.length - maxIds} more` : '';
    return [
      ...bulleted(paint.warn('?'), visible(reason), width),
      ...wrap(`${ids.join(', ')}${more}`, width - 2).map((line) => paint.dim(`  ${line}`)),
      ...(wouldDecide === undefined ? [] : bulleted('→', visible(wouldDecide), width - 2).map((line) => `  ${line}`)),
      '',
    ];
  });
  return [...heading(`${thousands(count)} not decided`, screen), ...blocks];
}

function waivers(report: ConformanceReport, screen: Screen): string[] {
  const { width, paint } = screen;
  const waived = requirementsWith(report, 'waived');
  const problems = report.waiverProblems ?? [];
  if (waived.length + problems.length === 0) return [];
  return [
    ...heading('Waivers', screen),
    ...waived.flatMap((row) => {
      const soon = expiryInWords(row, report);
      const until = `until ${row.waiver?.until ?? '?'}${soon === undefined ? '' : ` (${soon})`}`;
      const mark = soon === undefined ? '~' : paint.warn('!');
      return bulleted(mark, visible(`${row.id} ${until}: ${row.waiver?.reason ?? ''}`), width);
    }),
    ...problems.flatMap(({ requirement, problem }) =>
      bulleted(paint.bad('✗'), visible(`${requirement}: ${problem}`), width),
    ),
    '',
  ];
}

/** Wrapped text with a mark of one column before its first line. */
function bulleted(mark: string, text: string, width: number): string[] {
  return wrap(text, width - 2).map((line, index) => `${index === 0 ? mark : ' '} ${line}`);
}

function closing(report: ConformanceReport, screen: Screen, reportDir: string | undefined): string[] {
  const { width, paint } = screen;
  const { run } = report;
  const { headline, sentence } = verdictInWords(report);
  const { mark, tone } = runVerdictWords[report.verdict];
  const title = `${mark} ${headline.toUpperCase()}${run.interrupted === true ? ' (INTERRUPTED)' : ''}`;
  const again =
    run.again === undefined
      ? []
      : [`${plural(run.again.requirements, 'requirement')} of ${moment(run.again.startedAt)} again`];
  const facts = [...again, moment(run.startedAt), plural(run.requests, 'request'), duration(run.durationMs), run.depth];
  return [
    paint.dim('─'.repeat(width)),
    paint[tone](paint.strong(title)),
    ...wrap(sentence, width - 2).map((line) => `  ${line}`),
    '',
    ...countsTable(report, screen),
    '',
    ...labelled('Target', shorten(targetInWords(report), width - 14), screen),
    ...labelled('Run', [...facts, `seed ${run.seed}`, ...conditionsInWords(report)].join(' · '), screen),
    ...created(report, screen),
    ...excused(report, screen),
    ...labelled('Next step', nextStep(report), screen),
    ...(reportDir === undefined
      ? []
      : labelled('Report', `${visible(reportDir).replace(/\/+$/, '')}/index.html`, screen)),
  ];
}

/** What may be a violation, but was seen too rarely to count. */
function excused(report: ConformanceReport, screen: Screen): string[] {
  const said = excusedInWords(report);
  return said === undefined ? [] : labelled('Excused', `${said}; see run.excused in conformance.json`, screen);
}

/** What stays on a target that goes on after the run. */
function created({ run, target }: ConformanceReport, screen: Screen): string[] {
  const { users = 0, events = 0 } = run.created ?? {};
  if (target.embedded === true || users + events === 0) return [];
  const list = `left-behind.json lists ${users + events === 1 ? 'it' : 'them'}`;
  return labelled('Created', `${plural(users, 'user')}, ${plural(events, 'event')}; ${list}`, screen);
}

const columnsOfTable = ['pass', 'fail', 'advice', 'inconclusive', 'waived', 'notApplicable', 'error'] as const;
type Column = (typeof columnsOfTable)[number];
const alwaysShown: readonly Column[] = ['pass', 'fail', 'inconclusive'];

/** A failure that the gate does not count is advice. */
function countOf(report: ConformanceReport, level: Level, column: Column): number {
  const counts = report.summary[level];
  const isGating = failsGate(level, report.run.failOn);
  if (column === 'advice') return isGating ? 0 : counts.fail;
  return column === 'fail' && !isGating ? 0 : counts[column];
}

function countsTable(report: ConformanceReport, { width, paint }: Screen): string[] {
  const present = columnsOfTable.filter(
    (column) => alwaysShown.includes(column) || levels.some((level) => countOf(report, level, column) > 0),
  );
  const words = { ...(width < 72 ? shortVerdictWords : verdictWords), advice: adviceWord };
  const cell = (column: Column, text: string) => pad(text, words[column].length + 2, 'left');
  const head = `  ${pad('', 9)}${present.map((column) => cell(column, words[column])).join('')}`;
  const rows = levels.map((level) => {
    const cells = present.map((column) => {
      const count = countOf(report, level, column);
      const text = cell(column, count === 0 ? '·' : String(count));
      if (count === 0) return paint.dim(text);
      if (column === 'fail') return paint.bad(text);
      return column === 'inconclusive' || column === 'advice' ? paint.warn(text) : text;
    });
    return `  ${pad(level, 9)}${cells.join('')}`;
  });
  return [paint.dim(head), ...rows];
}
