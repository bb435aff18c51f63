/**
 * What Allure shows of a requirement beside its verdict, as the runtime messages that allure-vitest takes from the meta of a
 * test: labels, links, parameters, a description, the exchanges as steps, and one attachment with the evidence.
 */
import type { Label, Link, Parameter, Status } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { decisiveEvidence, type Evidence } from '../../core/evidence.ts';
import type { ReportedRequirement } from '../../core/report.ts';
import type { Level } from '../../core/requirement.ts';
import type { Source } from '../../core/source.ts';
import { cutText } from '../../core/text.ts';
import type { Illustration, WalkDrawing } from '../../core/verdict.ts';
import { sourceOf } from '../selectors.ts';
import { oneLine, visible, visibleLines } from '../visible-text.ts';
import { areaTitles, documentation, verdictWords } from '../words.ts';

/** Maximum size of the one attachment of a test, bytes: thousands of attachments made reports of more than 100 MB. */
export const attachmentLimit = 20_000;
/** Exchanges, and pages of a walk, that become steps at most. */
const mostSteps = 30;

const severities: { readonly [level in Level]: string } = {
  stated: 'blocker',
  derived: 'critical',
  declared: 'normal',
  advisory: 'minor',
};

const passed = 'passed' as Status;
const failed = 'failed' as Status;

export interface AllureContext {
  /** When its check began, ms since 1970. */
  readonly began: number;
  /** Where the requirement is in the conformance report; by default in the documentation. */
  readonly page?: string;
  /** What Allure follows through the history; by default file and name of the test. */
  readonly historyId?: string;
}

/** In the order in which Allure applies them. */
export function allureMessages(row: ReportedRequirement, context: AllureContext): RuntimeMessage[] {
  const { historyId } = context;
  return [
    {
      type: 'metadata',
      data: {
        labels: labelsOf(row),
        links: linksOf(row, context.page),
        parameters: parametersOf(row),
        description: descriptionOf(row),
        ...(historyId === undefined ? {} : { historyId, testCaseId: historyId }),
      },
    },
    ...(row.illustrations ?? []).filter(isWalk).flatMap((walk) => walkSteps(walk, context.began)),
    ...exchangeSteps(row, context.began),
    ...attachmentOf(row),
  ];
}

function labelsOf(row: ReportedRequirement): Label[] {
  return [
    { name: 'epic', value: areaTitles[row.area] ?? row.area },
    { name: 'feature', value: row.operation ?? 'every operation' },
    { name: 'severity', value: severities[row.level] },
    { name: 'tag', value: row.level },
    { name: 'tag', value: verdictWords[row.verdict] },
  ];
}

function linksOf(row: ReportedRequirement, page = catalogueAddress(row)): Link[] {
  const where = page.startsWith('https:') ? 'catalogue' : 'conformance report';
  return [
    { name: `${sourceOf(row)}, in the ${where}`, url: page, type: 'link' },
    ...(row.source ?? []).flatMap(publicLink),
  ];
}

/** The table of the area in the documentation, as its site makes a name of a title. */
function catalogueAddress({ area }: ReportedRequirement): string {
  return `${documentation}/blob/main/docs/requirements.md#${(areaTitles[area] ?? area).toLowerCase().replace(/\W+/g, '-')}`;
}

/** The specification itself has no public address. */
function publicLink(source: Source): Link[] {
  if (!('rfc' in source)) return [];
  const { rfc, section } = source;
  const url = `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`;
  return [{ name: `RFC ${rfc} §${section}`, url, type: 'link' }];
}

/** Left out of Allure's history, which would take a test with other parameters for another test. */
function parametersOf({ exchanges, samples }: ReportedRequirement): Parameter[] {
  const counts = { exchanges, samples: samples?.count };
  return Object.entries(counts).flatMap(([name, count]) =>
    count === undefined ? [] : [{ name, value: String(count), excluded: true }],
  );
}

function descriptionOf(row: ReportedRequirement): string {
  const parts = [row.statement, `${sourceOf(row)}, ${row.level}`, row.because, row.decidedBy];
  if (row.verdict !== 'pass' && row.verdict !== 'fail') parts.push(reasonOf(row));
  return parts
    .filter((part) => part !== undefined)
    .map(visible)
    .join('\n\n');
}

/** Why a requirement ended as it did, with what would decide it and the waiver that covers it: for every verdict but a pass. */
export function reasonOf({ verdict, message, statement, wouldDecide, waiver }: ReportedRequirement): string {
  const remedy = wouldDecide === undefined ? '' : `; to decide it: ${wouldDecide}`;
  const excuse = waiver === undefined ? '' : ` (waived until ${waiver.until}: ${waiver.reason})`;
  const mark = verdict === 'fail' ? '' : `${verdictWords[verdict]}: `;
  return visible(`${mark}${message ?? statement}${remedy}${excuse}`);
}

const isWalk = (illustration: Illustration): illustration is WalkDrawing => illustration.kind === 'walk';

function walkSteps({ title, pages }: WalkDrawing, at: number): RuntimeMessage[] {
  const isWrong = pages.some(({ wrong }) => wrong === true);
  const steps = pages.slice(0, mostSteps).map(({ place, reachedBy, items, total, note, wrong }) => {
    const size = `${items} items${total === null ? '' : ` of ${total}`}`;
    return step(
      `page ${place}, ${reachedBy === 'first' ? 'the first' : `by ${reachedBy}`}: ${size}${note === undefined ? '' : `; ${note}`}`,
      wrong === true ? failed : passed,
      at,
      0,
    );
  });
  return step(title, isWrong ? failed : passed, at, 0, steps.flat());
}

/** The exchanges of the evidence, one after another: Allure draws steps along time. */
function exchangeSteps({ evidence = [], verdict }: ReportedRequirement, began: number): RuntimeMessage[] {
  const decisive = decisiveEvidence(evidence);
  let at = began;
  return evidence.slice(-mostSteps).flatMap((one) => {
    const isWrong = one === decisive && verdict === 'fail';
    const messages = step(exchangeTitle(one), isWrong ? failed : passed, at, one.ms);
    at += one.ms;
    return messages;
  });
}

function exchangeTitle({ request, response, failure, note }: Evidence): string {
  const answer = response === null ? (failure ?? 'no response') : String(response.status);
  return `${request.method} ${cutText(request.url, 200)} → ${answer}${note === undefined ? '' : ` (${note})`}`;
}

function step(
  name: string,
  status: Status,
  start: number,
  ms: number,
  inside: readonly RuntimeMessage[] = [],
): RuntimeMessage[] {
  return [
    { type: 'step_start', data: { name: visible(name), start: Math.round(start) } },
    ...inside,
    { type: 'step_stop', data: { status, stop: Math.round(start + ms) } },
  ];
}

function attachmentOf(row: ReportedRequirement): RuntimeMessage[] {
  if ((row.evidence?.length ?? 0) === 0 && row.counterexample === undefined) return [];
  const parts = [row.message ?? row.statement];
  if (row.counterexample !== undefined) parts.push(`smallest counterexample\n${oneLine(row.counterexample.input)}`);
  // The last exchange shows the symptom, so it comes first, if it is never cut off.
  for (const evidence of [...(row.evidence ?? [])].reverse()) parts.push(exchangeText(evidence));
  const content = bounded(visibleLines(parts.join('\n\n')), attachmentLimit).toString('base64');
  return [
    {
      type: 'attachment_content',
      data: { name: 'evidence', content, encoding: 'base64', contentType: 'text/plain', fileExtension: '.txt' },
    },
  ];
}

function exchangeText({ request, response, failure, ms, curl, note }: Evidence): string {
  const answer =
    response === null
      ? (failure ?? 'no response')
      : `${response.status}, ${Math.round(ms)} ms\n${cutText(response.body, 4000)}`;
  const sent = `${request.method} ${request.url}${request.body === null ? '' : `\n${cutText(request.body, 4000)}`}`;
  return [note ?? 'exchange', sent, answer, cutText(curl, 4000)].join('\n');
}

/** The text as UTF-8, cut between characters to a number of bytes. */
function bounded(text: string, limit: number): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return bytes;
  const note = Buffer.from('\n… cut');
  let end = limit - note.length;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return Buffer.concat([bytes.subarray(0, end), note]);
}
