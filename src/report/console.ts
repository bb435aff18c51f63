/**
 * The summary on a terminal. The verdict, the the next step and the report's path stand last, where the eye is
 * when the run ends; above them what was not decided, and above that each failure. Pure: a report in, text out.
 */
import type { Evidence } from '../core/evidence.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { levels } from '../core/requirement.ts';
import { columns, pad, shorten, wrap } from './columns.ts';
import { type Paint, painter } from './paint.ts';
import { gatingWith, requirementsWith, sourceOf, undecidedGroups, verdictInWords } from './selectors.ts';
import { cut, duration, moment, octets, plural, thousands, visible } from './visible-text.ts';

export interface SummaryOptions {
  readonly color: boolean;
  /** Columns of the terminal; 40 at least, and no more than 100 are used. */
  readonly width: number;
  /** Where the files were written; the last lines name it. */
  readonly reportDir?: string;
}

/** Failures shown in full; the others take a line each. */
export const fullBlocks = 10;

/** The summary of a run, ending in a line break. Nothing that a target sent reaches the terminal as anything but text. */
export function renderSummary(report: ConformanceReport, options: SummaryOptions): string {
  const width = Math.min(Math.max(options.width, 40), 100);
  const paint = painter(options.color);
  const lines = [
    ...failures(report, width, paint),
    ...undecided(report, width, paint),
    ...waivers(report, width, paint),
    ...closing(report, width, paint, options.reportDir),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function failures(report: ConformanceReport, width: number, paint: Paint): string[] {
  const failed = requirementsWith(report, 'fail');
  const broken = requirementsWith(report, 'error');
  const lines: string[] = [];
  if (failed.length > 0) {
    const rest = failed.length - fullBlocks;
    const said =
      rest > 0
        ? `${plural(failed.length, 'failure')}; the first ${fullBlocks} in full, ${rest} in a line each`
        : plural(failed.length, 'failure');
    lines.push(...heading(said, width, paint));
    for (const row of failed.slice(0, fullBlocks)) lines.push(...block(row, report, width, paint), '');
    for (const row of failed.slice(fullBlocks)) lines.push(oneRow(row, width, paint));
    if (rest > 0) lines.push('');
  }
  if (broken.length > 0) {
    lines.push(
      ...heading(`${plural(broken.length, 'check')} of the kit itself broke: not the target’s fault`, width, paint),
    );
    lines.push(...broken.map((row) => oneRow(row, width, paint)), '');
  }
  return lines;
}

function block(row: ReportedRequirement, report: ConformanceReport, width: number, paint: Paint): string[] {
  const level = `${row.level} ${visible(sourceOf(row))}${failsGate(row.level, report.run.failOn) ? '' : ', does not fail the gate'}`;
  const id = visible(row.id);
  const gap = width - columns(id) - columns(level) - 2;
  const mark = failsGate(row.level, report.run.failOn) ? paint.bad('✗') : paint.warn('!');
  const lines = [
    gap > 0 ? `${mark} ${paint.strong(id)}${' '.repeat(gap)}${paint.dim(level)}` : `${mark} ${paint.strong(id)}`,
    ...(gap > 0 ? [] : [`  ${paint.dim(level)}`]),
    ...labelled('owes', visible(row.statement), width, paint),
    ...labelled('came', visible(row.message ?? 'no message'), width, paint),
  ];
  const evidence = telling(row.evidence);
  if (evidence !== undefined) {
    lines.push(...exchange(evidence, row.evidence?.length ?? 1, report.target.baseUrl, width, paint));
    lines.push(toPaste('curl', evidence.curl, paint));
  }
  if (row.replay !== undefined) lines.push(toPaste('again', row.replay, paint));
  return lines;
}

// The last exchange is the one in which the symptom shows; those before it lead there.
function telling(evidence: readonly Evidence[] | undefined): Evidence | undefined {
  return evidence?.at(-1);
}

function exchange(evidence: Evidence, of: number, baseUrl: string, width: number, paint: Paint): string[] {
  const { request, response } = evidence;
  const lines = labelled(
    'sent',
    `${visible(request.method)} ${cut(visible(below(baseUrl, request.url)), 300)}`,
    width,
    paint,
  );
  if (request.body !== null) lines.push(...labelled('', cut(visible(request.body), 240), width, paint));
  if (response === null) {
    lines.push(...labelled('got', visible(evidence.failure ?? 'no answer'), width, paint));
  } else {
    const type = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const facts = [
      String(response.status),
      ...(type === undefined ? [] : [visible(type)]),
      octets(response.bytes),
      `${Math.round(evidence.ms)} ms`,
    ];
    lines.push(...labelled('got', facts.join(' · '), width, paint));
    if (response.body !== '') lines.push(...labelled('', cut(visible(response.body), 240), width, paint));
  }
  const notes = [
    ...(evidence.note === undefined ? [] : [visible(evidence.note)]),
    ...(of > 1 ? [`the last of ${of} exchanges in the report`] : []),
  ];
  if (notes.length > 0) lines.push(...labelled('', `(${notes.join('; ')})`, width, paint).map(paint.dim));
  return lines;
}

function below(baseUrl: string, url: string): string {
  return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
}

function labelled(label: string, text: string, width: number, paint: Paint): string[] {
  return wrap(text, width - 10).map((line, index) => `  ${paint.dim(pad(index === 0 ? label : '', 6))}  ${line}`);
}

// What is to be pasted back stays on one line: the terminal wraps it, and a copy of it is whole.
function toPaste(label: string, command: string, paint: Paint): string {
  const line = visible(command);
  const shown = line.length > 1500 ? '(long; in the report)' : line;
  return `  ${paint.dim(pad(label, 6))}  ${shown}`;
}

function oneRow(row: ReportedRequirement, width: number, paint: Paint): string {
  const id = visible(row.id);
  const rest = width - columns(id) - 4;
  return `${paint.bad('✗')} ${paint.strong(id)}${rest > 10 ? `  ${shorten(visible(row.message ?? row.statement), rest)}` : ''}`;
}

function undecided(report: ConformanceReport, width: number, paint: Paint): string[] {
  const groups = undecidedGroups(report);
  if (groups.length === 0) return [];
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const lines = heading(`${thousands(rows)} not decided`, width, paint);
  for (const { reason, wouldDecide, rows: members } of groups) {
    const ids = members.map((row) => visible(row.id));
    const some = ids.length > 8 ? `${ids.slice(0, 8).join(', ')} and ${ids.length - 8} more` : ids.join(', ');
    lines.push(
      ...wrap(visible(reason), width - 2).map((line, index) => `${index === 0 ? paint.warn('?') : ' '} ${line}`),
    );
    lines.push(...wrap(some, width - 2).map((line) => paint.dim(`  ${line}`)));
    if (wouldDecide !== undefined)
      lines.push(...wrap(visible(wouldDecide), width - 4).map((line, index) => `  ${index === 0 ? '→' : ' '} ${line}`));
    lines.push('');
  }
  return lines;
}

function waivers(report: ConformanceReport, width: number, paint: Paint): string[] {
  const waived = requirementsWith(report, 'waived');
  const problems = report.waiverProblems ?? [];
  if (waived.length + problems.length === 0) return [];
  const lines = heading('Waivers', width, paint);
  for (const { id, waiver } of waived) {
    const text = `${visible(id)} until ${visible(waiver?.until ?? '?')}: ${visible(waiver?.reason ?? '')}`;
    lines.push(...wrap(text, width - 2).map((line, index) => `${index === 0 ? '~' : ' '} ${line}`));
  }
  for (const { requirement, problem } of problems) {
    const text = `${visible(requirement)}: ${visible(problem)}`;
    lines.push(...wrap(text, width - 2).map((line, index) => `${index === 0 ? paint.bad('✗') : ' '} ${line}`));
  }
  return [...lines, ''];
}

function closing(report: ConformanceReport, width: number, paint: Paint, reportDir: string | undefined): string[] {
  const { headline, sentence } = verdictInWords(report);
  const shout = `${headline.toUpperCase()}${report.run.interrupted === true ? ' (INTERRUPTED)' : ''}`;
  const colour = { conformant: paint.good, nonConformant: paint.bad, undecided: paint.warn }[report.verdict];
  const mark = { conformant: '✓', nonConformant: '✗', undecided: '?' }[report.verdict];
  const target =
    report.target.embedded === true
      ? `the embedded server${report.target.fault === undefined ? '' : `, fault ${visible(report.target.fault)}`}`
      : visible(report.target.baseUrl);
  const { run } = report;
  return [
    paint.dim('─'.repeat(width)),
    colour(paint.strong(`${mark} ${shout}`)),
    ...wrap(sentence, width - 2).map((line) => `  ${line}`),
    '',
    ...table(report, width, paint),
    '',
    ...labelled('Target', shorten(target, width - 12), width, paint),
    ...labelled(
      'Run',
      `${moment(run.startedAt)} · ${plural(run.requests, 'request')} · ${duration(run.durationMs)} · ${run.depth} · seed ${run.seed}`,
      width,
      paint,
    ),
    ...labelled('Next', nextStep(report), width, paint),
    ...(reportDir === undefined
      ? []
      : labelled('Report', `${visible(reportDir).replace(/\/+$/, '')}/index.html`, width, paint)),
  ];
}

function table(report: ConformanceReport, width: number, paint: Paint): string[] {
  const present = (['pass', 'fail', 'inconclusive', 'waived', 'notApplicable', 'error'] as const).filter(
    (verdict) =>
      ['pass', 'fail', 'inconclusive'].includes(verdict) || levels.some((level) => report.summary[level][verdict] > 0),
  );
  const narrow = width < 72;
  const names = {
    pass: 'passed',
    fail: 'failed',
    inconclusive: narrow ? 'open' : 'not decided',
    waived: 'waived',
    notApplicable: narrow ? 'n/a' : 'not applicable',
    error: narrow ? 'error' : 'kit error',
  };
  const head = `  ${pad('', 9)}${present.map((verdict) => pad(names[verdict], names[verdict].length + 2, 'left')).join('')}`;
  const rows = levels.map((level) => {
    const cells = present.map((verdict) => {
      const count = report.summary[level][verdict];
      const cell = pad(count === 0 ? '·' : String(count), names[verdict].length + 2, 'left');
      if (count === 0) return paint.dim(cell);
      if (verdict === 'fail') return failsGate(level, report.run.failOn) ? paint.bad(cell) : paint.warn(cell);
      return verdict === 'inconclusive' ? paint.warn(cell) : cell;
    });
    return `  ${pad(level, 9)}${cells.join('')}`;
  });
  return [paint.dim(head), ...rows];
}

/** The one thing to do now. */
export function nextStep(report: ConformanceReport): string {
  if (report.run.interrupted === true)
    return `run again to the end, with --seed ${report.run.seed} for the same samples`;
  const failed = gatingWith(report, 'fail');
  const first = failed[0];
  if (first !== undefined)
    return first.replay === undefined
      ? `mend ${first.id}, then run again with --only ${first.id}`
      : `mend ${first.id}, then ${visible(first.replay)}`;
  if ((report.waiverProblems?.length ?? 0) > 0) return 'take the spent waivers out of the configuration';
  const group = undecidedGroups(report)[0];
  if (group?.wouldDecide !== undefined) return visible(group.wouldDecide);
  if (report.target.embedded === true) return 'judge your own server: cawl init writes the configuration to fill in';
  const open = requirementsWith(report, 'notApplicable').filter(
    ({ level, observes }) => level === 'declared' && observes !== true,
  );
  if (open.length > 0)
    return `${plural(open.length, 'requirement')} more can be tested once the choices observed are declared: cawl learn`;
  return 'nothing; keep this run in CI';
}

function heading(text: string, width: number, paint: Paint): string[] {
  const line = shorten(text, width - 6);
  return [
    `${paint.dim('──')} ${paint.strong(line)} ${paint.dim('─'.repeat(Math.max(0, width - columns(line) - 4)))}`,
    '',
  ];
}
