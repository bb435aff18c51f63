/** A matrix as CSV, as Markdown, and in a few lines for the console. */
import type { Matrix, MatrixCell, MatrixImplementation, MatrixRow } from '../core/matrix.ts';
import { moment, plural, visible } from './visible-text.ts';
import { areaTitles, shownWords } from './words.ts';

/** The words of a cell; of one of which nothing is known, too. */
export const cellWords = { ...shownWords, missing: 'not known' } as const;

/** One line per implementation × requirement, RFC 4180, for spreadsheets and other tools. */
export function renderMatrixCsv(matrix: Matrix): string {
  const head = [
    'implementation',
    'version',
    'judged at',
    'freshness',
    'requirement',
    'level',
    'area',
    'verdict',
    'before',
    'bug',
    'message',
  ];
  const lines = matrix.requirements.flatMap((row) =>
    row.cells.map((cell, index) => {
      const { name } = matrix.implementations[index]!;
      const { version = '', at = '', freshness, verdict, before = '', bug = '', message = '' } = cell;
      return [name, version, at, freshness, row.id, row.level, row.area, verdict, before, bug, message];
    }),
  );
  return [head, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would run as a formula is kept a text. */
function csvField(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const marks = {
  pass: '✓',
  fail: '✗',
  error: '‼',
  advice: '!',
  inconclusive: '?',
  waived: '~',
  notApplicable: '–',
  missing: '∅',
} as const;

/** The mark of a cell: one character for each verdict. */
export function markOf({ verdict }: Pick<MatrixCell, 'verdict'>): string {
  return marks[verdict];
}

/** How thoroughly they were judged: what a quick run found nothing wrong with may still fail a standard one. */
export function depthsInWords(implementations: readonly MatrixImplementation[]): string {
  const known = implementations.flatMap(({ depth }) => depth ?? []);
  const used = (['quick', 'standard', 'deep'] as const).filter((depth) => known.includes(depth));
  if (used.length === 0) return '';
  const counted = used.map((depth) => `${depth} (${known.filter((one) => one === depth).length})`);
  const words = used.length === 1 ? used[0]! : counted.join(' and ');
  return `Judged at depth ${words}${used.includes('quick') ? ': a quick run takes few samples, and never shows conformance' : ''}.`;
}

/** @param matrix may hold a part of the rows only, as after a query */
export function renderMatrixMarkdown(matrix: Matrix): string {
  const { implementations, requirements, gaps, trend } = matrix;
  const different = requirements.filter((row) => row.different);
  const same = requirements.filter((row) => !row.different);
  const legend = Object.entries(marks).map(([verdict, mark]) => `${mark} ${cellWords[verdict as keyof typeof marks]}`);
  return [
    `# ${plural(implementations.length, 'implementation')}, ${plural(requirements.length, 'requirement')}`,
    ...(trend === undefined
      ? []
      : [`Since ${moment(trend.since)}: ${trend.better} better, ${trend.worse} worse, ${trend.changed} changed.`]),
    ...[depthsInWords(implementations)].filter((text) => text !== ''),
    table(['Implementation', 'Version', 'Result', 'Judged', ''], implementations.map(summaryLine)),
    ...(different.length === 0 ? ['They differ in no requirement.'] : ['## Differences', rowsTable(matrix, different)]),
    ...(gaps.length === 0
      ? []
      : [
          '## Choices in the gaps',
          table(
            ['Gap', 'What a portable client may rely on'],
            gaps.map(({ gap, portable }) => [`\`${gap}\``, cell(portable)]),
          ),
        ]),
    ...(same.length === 0 ? [] : ['## The same everywhere', rowsTable(matrix, same)]),
    legend.join(' · '),
  ]
    .join('\n\n')
    .concat('\n');
}

function summaryLine({ name, version = '', badge, report, at, freshness, problem }: MatrixImplementation): string[] {
  const shown = report === undefined ? cell(name) : `[${cell(name)}](${report})`;
  const state = freshness === 'judged' ? '' : `**${freshness}**: ${cell(problem ?? '')}`;
  return [shown, cell(version), badge ?? 'not judged', at === undefined ? '' : moment(at), state];
}

function rowsTable({ implementations }: Matrix, rows: readonly MatrixRow[]): string {
  return table(
    ['Requirement', ...implementations.map(({ name }) => cell(name))],
    rows.map(({ id, cells }) => [`\`${id}\``, ...cells.map(cellText)]),
  );
}

function cellText({ verdict, bug, before, freshness }: MatrixCell): string {
  const mark = bug === undefined ? marks[verdict] : `[${marks[verdict]}](${bug})`;
  const change = before === undefined ? '' : ` (was ${marks[before]})`;
  const isOld = (freshness === 'stale' || freshness === 'partial') && verdict !== 'missing';
  return `${mark}${change}${isOld ? ` ${freshness}` : ''}`;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => '---'), ...lines];
  return all.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function cell(text: string): string {
  return visible(text)
    .replace(/[|\\`*_<>[\]]/g, '\\$&')
    .replaceAll('\n', ' ');
}

/** Rows that a console shows. */
const mostShown = 30;

/** For the console: one line per implementation, and the requirements in which they differ. */
export function renderMatrixConsole({ implementations, requirements, trend }: Matrix, isQueried: boolean): string {
  const wide = Math.max(...implementations.map(({ name, version = '' }) => `${name} ${version}`.length));
  const lines = implementations.map(
    ({ name, version = '', badge = 'not judged', freshness, problem = '' }) =>
      `  ${`${name} ${version}`.padEnd(wide)}  ${badge}${freshness === 'judged' ? '' : `  (${freshness}: ${problem})`}`,
  );
  const rows = isQueried ? requirements : requirements.filter((row) => row.different);
  const shown = rows
    .slice(0, mostShown)
    .map(
      ({ id, cells }) =>
        `  ${cells.map((one) => marks[one.verdict]).join('')}  ${id}${cells.some(({ before }) => before !== undefined) ? '  (changed)' : ''}`,
    );
  const title = isQueried
    ? `${plural(rows.length, 'requirement')} that fit:`
    : rows.length === 0
      ? 'They differ in no requirement.'
      : `They differ in ${plural(rows.length, 'requirement')}:`;
  const more = rows.length > mostShown ? [`  and ${rows.length - mostShown} more`] : [];
  const depth = [depthsInWords(implementations)].filter((text) => text !== '');
  const since =
    trend === undefined ? [] : [`Since ${moment(trend.since)}: ${trend.better} better, ${trend.worse} worse`];
  return `${[...lines, ...depth, ...since, '', title, ...shown, ...more].join('\n')}\n`;
}

export const areaTitle = (area: string): string => (areaTitles as Readonly<Record<string, string>>)[area] ?? area;
