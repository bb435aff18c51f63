/** Failures on a terminal: the first ones in full, the others one line each. */
import type { Evidence } from '../core/evidence.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { columns, shorten } from './columns.ts';
import { command, heading, labelled, type Screen } from './console-layout.ts';
import { requirementsWith, sourceOf } from './selectors.ts';
import { byteSize, cut, plural, visible } from './visible-text.ts';

/** Failures shown in full. */
const maxBlocks = 10;

/** Failures of the target, then those of the kit. */
export function renderFailures(report: ConformanceReport, screen: Screen): string[] {
  const failed = requirementsWith(report, 'fail');
  const broken = requirementsWith(report, 'error');
  const more = failed.length - maxBlocks;
  const title = `${plural(failed.length, 'failure')}${more > 0 ? `; the first ${maxBlocks} in full` : ''}`;
  return [
    ...(failed.length === 0 ? [] : heading(title, screen)),
    ...failed.slice(0, maxBlocks).flatMap((row) => [...block(row, report, screen), '']),
    ...failed.slice(maxBlocks).map((row) => oneLine(row, screen)),
    ...(more > 0 ? [''] : []),
    ...(broken.length === 0
      ? []
      : [
          ...heading(`${plural(broken.length, 'internal error')} of the kit, not of the target`, screen),
          ...broken.map((row) => oneLine(row, screen)),
          '',
        ]),
  ];
}

function block(row: ReportedRequirement, report: ConformanceReport, screen: Screen): string[] {
  const evidence = row.evidence?.at(-1);
  return [
    ...titleOf(row, failsGate(row.level, report.run.failOn), screen),
    ...labelled('expected', visible(row.statement), screen),
    ...labelled('actual', visible(row.message ?? 'no message'), screen),
    ...(evidence === undefined ? [] : exchange(evidence, row.evidence?.length ?? 1, report.target.baseUrl, screen)),
    ...(evidence === undefined ? [] : [command('reproduce', visible(evidence.curl), screen)]),
    ...(row.replay === undefined ? [] : [command('replay', visible(row.replay), screen)]),
  ];
}

/** Id and level on one line, or on two where they do not fit. */
function titleOf(row: ReportedRequirement, isGating: boolean, { width, paint }: Screen): string[] {
  const id = visible(row.id);
  const level = `${row.level} ${visible(sourceOf(row))}${isGating ? '' : ', does not fail the gate'}`;
  const mark = isGating ? paint.bad('✗') : paint.warn('!');
  const gap = width - columns(id) - columns(level) - 2;
  if (gap > 0) return [`${mark} ${paint.strong(id)}${' '.repeat(gap)}${paint.dim(level)}`];
  return [`${mark} ${paint.strong(id)}`, `  ${paint.dim(level)}`];
}

/** The exchange that shows the symptom: the last one, since those before it lead there. */
function exchange(evidence: Evidence, of: number, baseUrl: string, screen: Screen): string[] {
  const { request, response, note } = evidence;
  const target = `${visible(request.method)} ${cut(visible(relativeTo(baseUrl, request.url)), 300)}`;
  const notes = [
    ...(note === undefined ? [] : [visible(note)]),
    ...(of > 1 ? [`the last of ${of} exchanges in the report`] : []),
  ];
  return [
    ...labelled('request', target, screen),
    ...body(request.body ?? '', screen),
    ...labelled('response', visible(responseInWords(evidence)), screen),
    ...body(response?.body ?? '', screen),
    ...(notes.length === 0 ? [] : labelled('', `(${notes.join('; ')})`, screen).map(screen.paint.dim)),
  ];
}

function body(text: string, screen: Screen): string[] {
  return text === '' ? [] : labelled('', cut(visible(text), 240), screen);
}

function responseInWords({ response, failure, ms }: Evidence): string {
  if (response === null) return failure ?? 'no response';
  const type = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const facts = [String(response.status), type, byteSize(response.bytes), `${Math.round(ms)} ms`];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

function relativeTo(baseUrl: string, url: string): string {
  return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
}

function oneLine(row: ReportedRequirement, { width, paint }: Screen): string {
  const id = visible(row.id);
  const room = width - columns(id) - 4;
  const text = room > 10 ? `  ${shorten(visible(row.message ?? row.statement), room)}` : '';
  return `${paint.bad('✗')} ${paint.strong(id)}${text}`;
}
