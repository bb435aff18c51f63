/** `summary.md`: the result on one screen, for a pull request or the step summary of a CI. Text from the target is code. */
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { levels } from '../core/requirement.ts';
import { requirementsWith, sourceOf, undecidedGroups, verdictInWords } from './selectors.ts';
import { cut, duration, moment, oneLine, plural, thousands, visible } from './visible-text.ts';

/** Failures listed; the others are counted. */
const maxFailures = 20;

/** The summary. Long lists are cut, and the rest is counted. */
export function renderMarkdown(report: ConformanceReport): string {
  const { headline, sentence } = verdictInWords(report);
  const failed = requirementsWith(report, 'fail');
  const groups = undecidedGroups(report);
  const waived = requirementsWith(report, 'waived');
  const parts = [
    `## ${headline}`,
    sentence,
    `${code(report.target.baseUrl)} · ${moment(report.run.startedAt)} · ${plural(report.run.requests, 'request')} in ${duration(report.run.durationMs)} · depth ${report.run.depth} · seed ${report.run.seed} · cawl ${report.kit.version}`,
    table(report),
    ...section(
      'Failed',
      failed.slice(0, maxFailures).map((row) => failure(row, report)),
      failed.length - maxFailures,
    ),
    ...section(
      'Not decided',
      groups.map(
        (group) =>
          `- ${code(group.reason, 300)}: ${plural(group.rows.length, 'requirement')} (${group.rows
            .slice(0, 6)
            .map((row) => code(row.id))
            .join(
              ', ',
            )}${group.rows.length > 6 ? ', …' : ''})${group.wouldDecide === undefined ? '' : `<br>${escaped(group.wouldDecide)}`}`,
      ),
    ),
    ...section(
      'Waived',
      waived.map((row) => `- ${code(row.id)} until ${row.waiver?.until ?? '?'}: ${escaped(row.waiver?.reason ?? '')}`),
    ),
    ...section(
      'Waivers to remove or renew',
      (report.waiverProblems ?? []).map(({ requirement, problem }) => `- ${code(requirement)}: ${escaped(problem)}`),
    ),
    ...observations(report),
  ];
  return `${parts.join('\n\n')}\n`;
}

function table(report: ConformanceReport): string {
  const head =
    '| level | passed | failed | not decided | waived | not applicable | kit error |\n| --- | --: | --: | --: | --: | --: | --: |';
  const lines = levels.map((level) => {
    const { pass, fail, inconclusive, waived, notApplicable, error } = report.summary[level];
    return `| ${level} | ${pass} | ${fail} | ${inconclusive} | ${waived} | ${notApplicable} | ${error} |`;
  });
  return [head, ...lines].join('\n');
}

function failure(row: ReportedRequirement, report: ConformanceReport): string {
  const advisory = failsGate(row.level, report.run.failOn) ? '' : ', does not fail the gate';
  const replay = row.replay === undefined ? '' : `<br>${code(row.replay)}`;
  return `- **${escaped(row.id)}** (${row.level}, ${escaped(sourceOf(row))}${advisory}): ${escaped(row.statement)}<br>${code(row.message ?? '', 400)}${replay}`;
}

function section(title: string, lines: readonly string[], more = 0): string[] {
  if (lines.length === 0) return [];
  const rest = more > 0 ? [`- and ${thousands(more)} more`] : [];
  return [`### ${title}`, [...lines, ...rest].join('\n')];
}

function observations(report: ConformanceReport): string[] {
  if (report.observations.length === 0) return [];
  const lines = report.observations.map(
    (seen) => `| ${cell(seen.gap)} | ${cell(oneLine(seen.value), 120)} | ${thousands(seen.seen)} |`,
  );
  return [
    `<details><summary>${plural(report.observations.length, 'observation')} in the gaps of the specification</summary>`,
    `| gap | chosen | seen |\n| --- | --- | --: |\n${lines.join('\n')}`,
    '</details>',
  ];
}

/** A code span in a table cell, where a bar would end the cell. */
export function cell(text: string, limit = 200): string {
  return code(text, limit).replace(/\|/g, '\\|');
}

/** Text as a code span that its content cannot end. */
export function code(text: string, limit = 200): string {
  const plain = cut(visible(text), limit);
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const blank = longest > 0 || plain === '' ? ' ' : '';
  return `${fence}${blank}${plain}${blank}${fence}`;
}

function escaped(text: string): string {
  return cut(visible(text), 400).replace(
    /[\\`*_{}[\]<>()#+!|~@&]/g,
    (character) => references[character] ?? `\\${character}`,
  );
}

// As references and not behind a backslash: HTML, mentions and code spans interpret these.
const references: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '`': '&#96;',
  '@': '&#64;',
};
