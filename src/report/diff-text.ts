/** A comparison of two reports as text for a terminal, as Markdown and as JSON. */
import { pad, shorten, wrap } from './columns.ts';
import { type DiffRow, type ReportDiff, worseRows } from './diff.ts';
import { painter } from './paint.ts';
import { cell } from './summary.ts';
import { activeAsJson, duration, oneLine, plural, thousands, visible } from './visible-text.ts';
import { verdictWords } from './words.ts';

/** Kinds of change in the order of every format, with their titles. */
export const diffSections = [
  ['worse', 'Worse', 'bad', '✗'],
  ['advice', 'New advice (the gate does not count it)', 'warn', '!'],
  ['undecided', 'No longer decided', 'warn', '?'],
  ['better', 'Better', 'good', '✓'],
  ['changed', 'Other changes', 'dim', '~'],
  ['added', 'New in the later report', 'dim', '+'],
  ['gone', 'Only in the earlier report', 'dim', '−'],
  ['stillFailing', 'Failing in both', 'dim', '='],
] as const;

const word = (verdict: DiffRow['before']) => (verdict === null ? 'absent' : verdictWords[verdict]);

/** The comparison in one sentence. */
export function diffInWords(diff: ReportDiff): string {
  const worse = worseRows(diff, diff.failOn).length;
  const said = [
    worse > 0 ? `${plural(worse, 'requirement')} got worse${worseBy(diff, worse)}` : 'nothing got worse',
    ...(diff.advice.length > 0 ? [plural(diff.advice.length, 'new piece of advice', 'new pieces of advice')] : []),
    `${diff.better.length} better`,
    ...(diff.undecided.length > 0 ? [`${diff.undecided.length} no longer decided`] : []),
    ...(diff.gone.length > 0 ? [`${diff.gone.length} gone`] : []),
    `${diff.unchanged} unchanged`,
  ];
  const text = said.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What is worse in which way, if not all of it failed. */
function worseBy({ worse }: ReportDiff, all: number): string {
  return worse.length === all ? '' : ` (${worse.length} failed, ${all - worse.length} no longer decided or gone)`;
}

/** For a terminal: one list per kind of change; the summary comes last. */
export function renderDiffConsole(
  diff: ReportDiff,
  options: { readonly color: boolean; readonly width: number },
): string {
  const width = Math.min(Math.max(options.width, 40), 100);
  const paint = painter(options.color);
  const lines: string[] = [];
  for (const [key, title, colour, mark] of diffSections) {
    const rows = diff[key];
    if (rows.length === 0) continue;
    lines.push(`${paint.strong(title)} ${paint.dim(`(${rows.length})`)}`);
    for (const row of rows.slice(0, key === 'worse' ? 100 : 30)) {
      lines.push(
        `${paint[colour](mark)} ${shorten(visible(row.id), width - 34)}  ${paint.dim(`${word(row.before)} → ${word(row.after)}`)}`,
      );
      const why = key === 'undecided' ? (row.wouldDecide ?? row.message) : row.message;
      if (why !== undefined && (key === 'worse' || key === 'undecided'))
        lines.push(
          ...wrap(visible(why), width - 4)
            .slice(0, 4)
            .map((line) => `    ${line}`),
        );
    }
    const more = rows.length - (key === 'worse' ? 100 : 30);
    if (more > 0) lines.push(`  and ${more} more`);
    lines.push('');
  }
  if (diff.observations.length > 0) {
    lines.push(`${paint.strong('Different choices in the gaps')} ${paint.dim(`(${diff.observations.length})`)}`);
    for (const { gap, before, after } of diff.observations.slice(0, 30)) {
      lines.push(shorten(`  ${visible(gap)}: ${seen(before)} → ${seen(after)}`, width));
    }
    lines.push('');
  }
  const colour = diff.regressed ? paint.bad : paint.good;
  lines.push(
    ...numbers(diff).map(([name, value]) => `${paint.dim(pad(name, 9))} ${value}`),
    ...wrap(diffInWords(diff), width).map((line) => colour(paint.strong(line))),
  );
  return `${lines.join('\n')}\n`;
}

/** As Markdown, for a pull request. */
export function renderDiffMarkdown(diff: ReportDiff): string {
  const parts = [`## ${diff.regressed ? 'Worse' : 'Not worse'}`, diffInWords(diff)];
  for (const [key, title] of diffSections) {
    const rows = diff[key];
    if (rows.length === 0) continue;
    const lines = rows
      .slice(0, 50)
      .map(
        (row) =>
          `| ${cell(row.id)} | ${row.level} | ${word(row.before)} | ${word(row.after)} | ${row.message === undefined ? '' : cell(row.message, 300)} |`,
      );
    const more = rows.length > 50 ? `\n\nand ${rows.length - 50} more` : '';
    parts.push(
      `### ${title}`,
      `| requirement | level | before | after | message |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}${more}`,
    );
  }
  if (diff.observations.length > 0) {
    const lines = diff.observations
      .slice(0, 50)
      .map(({ gap, before, after }) => `| ${cell(gap)} | ${cell(seen(before))} | ${cell(seen(after))} |`);
    parts.push(
      '### Different choices in the gaps',
      `| gap | before | after |\n| --- | --- | --- |\n${lines.join('\n')}`,
    );
  }
  parts.push(
    numbers(diff)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · '),
  );
  return `${parts.join('\n\n')}\n`;
}

/** As JSON, keys in a fixed order. */
export function renderDiffJson(diff: ReportDiff): string {
  return `${activeAsJson(JSON.stringify({ schemaVersion: 1, ...diff }, null, 2))}\n`;
}

function seen(value: unknown): string {
  return value === undefined ? 'not observed' : shorten(visible(oneLine(value)), 60);
}

function numbers({ requests, durationMs }: ReportDiff): [string, string][] {
  return [
    ['requests', `${thousands(requests.before)} → ${thousands(requests.after)}`],
    ['time', `${duration(durationMs.before)} → ${duration(durationMs.after)}`],
  ];
}
