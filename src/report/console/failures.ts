/** Failures on a terminal, by their cause: the first ones in full, the others one line each. */
import { controlEvidence, decisiveEvidence, type Evidence } from '../../core/evidence.ts';
import type { ConformanceReport, ReportedRequirement } from '../../core/report.ts';
import { scriptCommand, showsByItself } from '../../core/reproducer.ts';
import type { Assumption } from '../../core/verdict.ts';
import { columns, shorten } from '../columns.ts';
import { isJudgedByScript } from '../script/script.ts';
import {
  alsoInWords,
  type FailureGroup,
  failureGroups,
  gatingWith,
  placeInWords,
  reproducedInWords,
  requirementsWith,
  sameInWords,
  sourceOf,
} from '../selectors.ts';
import { byteSize, cut, plural, visible } from '../visible-text.ts';
import { verdictWords } from '../words.ts';
import { command, fitsBesideLabel, heading, labelled, type Screen } from './layout.ts';

/** Groups shown in full. */
const maxBlocks = 10;
/** Ids listed of what a failure explains; the others are counted. */
const maxAlso = 6;

/** Failures by their cause, then advice, then failures of the kit. */
export function renderFailures(report: ConformanceReport, screen: Screen): string[] {
  const groups = failureGroups(report);
  const gating = groups.filter(({ isGating }) => isGating);
  const advice = groups.filter(({ isGating }) => !isGating);
  const failed = gatingWith(report, 'fail').length;
  const advised = requirementsWith(report, 'fail').length - failed;
  const broken = requirementsWith(report, 'error');
  return [
    ...section(failuresTitle(failed, gating.length), gating, report, screen),
    ...section(
      `${plural(advised, 'piece of advice', 'pieces of advice')}; the gate does not count ${advised === 1 ? 'it' : 'them'}`,
      advice,
      report,
      screen,
    ),
    ...(broken.length === 0
      ? []
      : [
          ...heading(`${plural(broken.length, 'internal error')} of the kit, not of the target`, screen),
          ...broken.map((row) => oneLine(row, screen)),
          '',
        ]),
  ];
}

function failuresTitle(failed: number, causes: number): string {
  const more = causes > maxBlocks ? `; the first ${maxBlocks} in full` : '';
  return causes < failed
    ? `${plural(failed, 'failure')}, ${plural(causes, 'cause')}${more}`
    : `${plural(failed, 'failure')}${more}`;
}

function section(title: string, groups: readonly FailureGroup[], report: ConformanceReport, screen: Screen): string[] {
  if (groups.length === 0) return [];
  const rest = groups.slice(maxBlocks);
  return [
    ...heading(title, screen),
    ...groups.slice(0, maxBlocks).flatMap((group) => [...block(group, report, screen), '']),
    ...rest.map((group) => oneLine(group.head, screen, group.isGating)),
    ...(rest.length > 0 ? [''] : []),
  ];
}

/** The parts of a report that a failure is shown with. */
export interface FailureContext {
  readonly target: Pick<ConformanceReport['target'], 'baseUrl'>;
  readonly run: Pick<ConformanceReport['run'], 'failOn'>;
}

/** One failure in full, without its title: expected, actual, the exchange, and how to send it again. */
export function describeFailure(row: ReportedRequirement, report: FailureContext, screen: Screen): string[] {
  return detailsOf({ head: row, same: [], also: [], isGating: true }, report, screen);
}

function block(group: FailureGroup, report: ConformanceReport, screen: Screen): string[] {
  return [...titleOf(group.head, group.isGating, screen), ...detailsOf(group, report, screen)];
}

function detailsOf(group: FailureGroup, report: FailureContext, screen: Screen): string[] {
  const { head } = group;
  const wrong = decisiveEvidence(head.evidence);
  const control = controlEvidence(head.evidence);
  const same = sameInWords(group);
  return [
    ...labelled('expected', visible(head.statement), screen),
    ...labelled('actual', visible(head.message ?? 'no message'), screen),
    ...(head.before === undefined
      ? []
      : labelled(
          'before',
          visible(
            `${verdictWords[head.before.verdict]}${head.before.message === undefined ? '' : `: ${cut(head.before.message, 200)}`}`,
          ),
          screen,
        )),
    ...(same === undefined ? [] : labelled('the same', visible(same), screen)),
    ...(wrong === undefined ? [] : exchange(wrong, head, report.target.baseUrl, screen)),
    ...(control === undefined || control === wrong ? [] : controlOf(control, report.target.baseUrl, screen)),
    ...(head.place === undefined ? [] : labelled('likely', visible(placeInWords(head)), screen)),
    ...explained(group, report, screen),
    ...(head.assumptions === undefined
      ? []
      : labelled('rests on', visible(assumptionsInWords(head.assumptions)), screen)),
    ...(wrong?.trace?.link === undefined ? [] : traceLine(visible(wrong.trace.link), screen)),
    ...(wrong === undefined ? [] : reproduction(wrong, head, report.target.baseUrl, screen)),
    ...(head.replay === undefined ? [] : [command('replay', visible(head.replay), screen)]),
  ];
}

/** The request as a command, if it shows the failure; otherwise also a script that sends the requests before it. */
function reproduction(wrong: Evidence, head: ReportedRequirement, baseUrl: string, screen: Screen): string[] {
  const curl = visible(wrong.curl);
  if (showsByItself(head)) return [command('reproduce', curl, screen)];
  const script = scriptCommand(head);
  return [
    command('curl', curl, screen),
    ...(script === undefined || !isJudgedByScript(head, baseUrl)
      ? []
      : [command('reproduce', `${visible(script)} | bash`, screen)]),
  ];
}

/** The link to the server's trace, if it fits on a line: a broken one cannot be opened. */
function traceLine(link: string, screen: Screen): string[] {
  return fitsBesideLabel(link, screen) ? labelled('trace', link, screen) : [];
}

function controlOf(control: Evidence, baseUrl: string, screen: Screen): string[] {
  const { request, note } = control;
  const target = cut(visible(relativeTo(baseUrl, request.url)), 160);
  const what = `${numberOf(control)}${visible(request.method)} ${target}: ${visible(responseInWords(control))}`;
  return [
    ...labelled('control', `${what}${note === undefined ? '' : ` (${visible(note)})`}`, screen),
    command('curl', visible(control.curl), screen),
  ];
}

function explained(group: FailureGroup, report: FailureContext, screen: Screen): string[] {
  const words = alsoInWords(group, report.run.failOn);
  if (words === undefined) return [];
  const ids = group.also.slice(0, maxAlso).map(({ id }) => visible(id));
  const more = group.also.length > maxAlso ? ` and ${group.also.length - maxAlso} more` : '';
  return labelled('also', `${words}: ${ids.join(', ')}${more}`, screen);
}

/** `the valid token stayed valid; no outage occurred during the run (each tested in the run)`. */
function assumptionsInWords(assumptions: readonly Assumption[]): string {
  const untested = assumptions.some(({ result }) => result === 'untested');
  const named = assumptions.map(({ statement, result }) =>
    result === 'untested' ? `${statement} (not tested)` : statement,
  );
  return `${named.join('; ')}${untested ? '' : ' (each tested in the run)'}`;
}

/** Id and level on one line, or on two where they do not fit. */
function titleOf(row: ReportedRequirement, isGating: boolean, { width, paint }: Screen): string[] {
  const id = visible(row.id);
  const level = `${row.level} ${visible(sourceOf(row))}${isGating ? '' : ', advice'}`;
  const mark = isGating ? paint.bad('✗') : paint.warn('!');
  const gap = width - columns(id) - columns(level) - 2;
  if (gap > 0) return [`${mark} ${paint.strong(id)}${' '.repeat(gap)}${paint.dim(level)}`];
  return [`${mark} ${paint.strong(id)}`, `  ${paint.dim(level)}`];
}

function exchange(evidence: Evidence, head: ReportedRequirement, baseUrl: string, screen: Screen): string[] {
  const { request, response, note } = evidence;
  const target = `${numberOf(evidence)}${visible(request.method)} ${cut(visible(relativeTo(baseUrl, request.url)), 300)}`;
  const of = head.evidence?.length ?? 1;
  const notes = [
    ...(note === undefined ? [] : [visible(note)]),
    ...[visible(reproducedInWords(head))].filter((words) => words !== ''),
    ...(of > 1 ? [`one of ${of} exchanges in the report`] : []),
  ];
  return [
    ...labelled('request', target, screen),
    ...body(request.body ?? '', screen),
    ...labelled('response', visible(responseInWords(evidence)), screen),
    ...body(response?.body ?? '', screen),
    ...(notes.length === 0 ? [] : labelled('', `(${notes.join('; ')})`, screen).map(screen.paint.dim)),
  ];
}

/** The same number in the console, on the page and in the archive. */
const numberOf = ({ number }: Evidence): string => (number === undefined ? '' : `#${number} `);

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

function oneLine(row: ReportedRequirement, { width, paint }: Screen, isGating = true): string {
  const id = visible(row.id);
  const room = width - columns(id) - 4;
  const text = room > 10 ? `  ${shorten(visible(row.message ?? row.statement), room)}` : '';
  return `${isGating ? paint.bad('✗') : paint.warn('!')} ${paint.strong(id)}${text}`;
}
