/** `summary.md`: the result on one screen, for a pull request or the step summary of a CI. Text from the target is code. */
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport } from '../core/report.ts';
import { levels } from '../core/requirement.ts';
import {
  alsoInWords,
  conditionsInWords,
  expiryInWords,
  type FailureGroup,
  failureGroups,
  placeInWords,
  requirementsWith,
  sameInWords,
  sourceOf,
  verdictInWords,
} from './selectors.ts';
import { undecidedGroups } from './undecided.ts';
import { cut, duration, moment, oneLine, plural, thousands, visible } from './visible-text.ts';

/** Failures listed; the others are counted. */
const maxFailures = 20;

/** The summary. Long lists are cut, and the rest is counted. */
export function renderMarkdown(report: ConformanceReport): string {
  const { headline, sentence } = verdictInWords(report);
  const causes = failureGroups(report);
  const failed = causes.filter(({ isGating }) => isGating);
  const advice = causes.filter(({ isGating }) => !isGating);
  const groups = undecidedGroups(report);
  const waived = requirementsWith(report, 'waived');
  const parts = [
    `## ${headline}`,
    sentence,
    `${code(report.target.baseUrl)} · ${moment(report.run.startedAt)} · ${plural(report.run.requests, 'request')} in ${duration(report.run.durationMs)} · depth ${report.run.depth} · seed ${report.run.seed} · ${[...conditionsInWords(report), `cawl ${report.kit.version}`].join(' · ')}`,
    table(report),
    ...section(
      'Failed',
      failed.slice(0, maxFailures).map((group) => failure(group, report)),
      failed.length - maxFailures,
    ),
    ...section(
      'Advice (the gate does not count it)',
      advice.slice(0, maxFailures).map((group) => failure(group, report)),
      advice.length - maxFailures,
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
            )}${group.rows.length > 6 ? ', …' : ''})${group.wouldDecide === undefined ? '' : `<br>to decide it: ${escaped(group.wouldDecide)}`}`,
      ),
    ),
    ...section(
      'Waived',
      waived.map((row) => {
        const soon = expiryInWords(row, report);
        const until = `${row.waiver?.until ?? '?'}${soon === undefined ? '' : ` (**${soon}**)`}`;
        return `- ${code(row.id)} until ${until}: ${escaped(row.waiver?.reason ?? '')}`;
      }),
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
    '| level | passed | failed | advice | not decided | waived | not applicable | kit error |\n| --- | --: | --: | --: | --: | --: | --: | --: |';
  const lines = levels.map((level) => {
    const { pass, fail, inconclusive, waived, notApplicable, error } = report.summary[level];
    const [failed, advice] = failsGate(level, report.run.failOn) ? [fail, 0] : [0, fail];
    return `| ${level} | ${pass} | ${failed} | ${advice} | ${inconclusive} | ${waived} | ${notApplicable} | ${error} |`;
  });
  return [head, ...lines].join('\n');
}

function failure(group: FailureGroup, report: ConformanceReport): string {
  const { head } = group;
  const replay = head.replay === undefined ? '' : `<br>${code(head.replay)}`;
  const same = sameInWords(group);
  const also = alsoInWords(group, report.run.failOn);
  const notes = [
    ...(same === undefined ? [] : [`the same: ${escaped(same)}`]),
    ...(head.place === undefined ? [] : [`likely: ${escaped(placeInWords(head))}`]),
    ...(also === undefined ? [] : [`${also}: ${group.also.map(({ id }) => code(id)).join(', ')}`]),
  ];
  const below = notes.map((note) => `<br>${note}`).join('');
  return `- **${escaped(head.id)}** (${head.level}, ${escaped(sourceOf(head))}): ${escaped(head.statement)}<br>${code(head.message ?? '', 400)}${below}${replay}`;
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

/** A code span in a table cell, if a bar would end the cell. */
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
