/** Every page of a search requires the token. */
import type { CheckContext, Exchange, OperationRequest } from '../../src/suite.ts';
import { checksOf, controls, fail, inconclusive, logs, pass, responses, samplesOf } from '../../src/suite.ts';
import { requirements } from './requirements.ts';
import { filterByEverything, type Way, waysOf } from './ways.ts';

const check = checksOf(requirements);

/** A page that a request without a valid token got although it must be rejected. */
interface LetIn {
  /** "by a next cursor under status=failed". */
  readonly where: string;
  readonly label: string;
  readonly exchange: Exchange;
}

/** The outcome for one page. 'absent': the page does not exist; 'unmet': the response if even the valid token was rejected. */
type Result = 'absent' | 'rejected' | 'in doubt' | { readonly unmet: Exchange } | { readonly letIn: LetIn };

check('auth/logs/every-page', async (t) => {
  if (await t.effort.isDecidedBy(() => isRejectedOnTheWay(t)))
    return pass({ samples: { count: 3, kinds: { 'the first page, filtered': 1, 'by a cursor': 2 } } });
  const decided: Way[] = [];
  let unmet: Exchange | undefined;
  const ways = await waysOf(t);
  const ended = await Promise.allSettled(ways.map((way) => requireRejectedOn(t, way)));
  for (const one of ended) {
    if (one.status === 'rejected') throw one.reason;
    decided.push(...one.value.decided);
    unmet = one.value.unmet ?? unmet;
  }
  if (!decided.some(({ steps }) => steps.length > 0))
    inconclusive(
      unmet === undefined
        ? 'no configured webhook has a second page'
        : `a fresh cursor with the valid token ${responses.describeResponse(unmet)}, so rejections prove nothing`,
      'a webhook with three pages of logs, and cursors that live for some requests (fixtures.webhooks)',
      unmet === undefined ? [] : [unmet],
    );
  return pass({ samples: samplesOf(decided.flatMap(placesOn)) });
});

const placeOf = ({ filter = [] }: Way, step?: logs.Step): string =>
  `${step === undefined ? 'on the first page' : `by a ${step} cursor`}${controls.describeFilter(filter)}`;

const placesOn = (way: Way): readonly string[] =>
  way.steps.length === 0 ? [placeOf(way)] : way.steps.map((step) => placeOf(way, step));

/** The ways that were decided, and the last response that kept one from it. */
interface Gone {
  readonly decided: readonly Way[];
  readonly unmet?: Exchange;
}

async function requireRejectedOn(t: CheckContext, way: Way): Promise<Gone> {
  const result = await requireRejected(t, way);
  if (result === 'in doubt') {
    const gone = await Promise.all(way.parts!.map((part) => requireRejectedOn(t, part)));
    return { decided: gone.flatMap(({ decided }) => decided) };
  }
  if (result === 'rejected') return { decided: [way] };
  const next = result === 'absent' ? way.instead : way.otherwise;
  if (next !== undefined) return requireRejectedOn(t, next);
  return { decided: [], ...(result === 'absent' ? {} : { unmet: result.unmet }) };
}

/**
 * Goes the way once more, from a page that is read then, if a request was let in, or the valid token was rejected; fails if one is let
 * in again.
 */
async function requireRejected(t: CheckContext, way: Way): Promise<Exclude<Result, { letIn: LetIn }>> {
  const first = await goAlong(t, way, await knownStart(t, way));
  if (typeof first === 'string') return first;
  // The simplest way that lets a request in is reported.
  if ('letIn' in first) for (const part of way.parts ?? []) await requireRejected(t, part);
  const again = await goAlong(t, way);
  if (typeof again === 'string' || 'unmet' in again) return again;
  if (!('letIn' in first)) return { unmet: first.unmet };
  const { where, label, exchange } = again.letIn;
  fail(
    `${controls.describeAttempt('logs', `${where} ${label}`)} ${controls.describePage(exchange)}, and again; it must be rejected`,
    [
      [first.letIn.exchange, 'the first time'],
      [exchange, `${where}, ${label}: must be rejected`],
    ],
    { symptom: { kind: 'accepted' } },
  );
}

/** The first page of a plain search as other checks read it: where its cursor no longer serves, the way is gone once more. */
async function knownStart(t: CheckContext, { webhook, filter = [], steps }: Way): Promise<Exchange | undefined> {
  if (t.effort.isExhaustive || t.client.runsAlone || filter.length > 0 || steps.length === 0) return undefined;
  return (await controls.knownLogs(t)).find((log) => log.webhook === webhook)?.first;
}

/** @param known the first page, if it was read before */
async function goAlong(t: CheckContext, way: Way, known?: Exchange): Promise<Result> {
  const { webhook, steps, attempts, filter = [], repeats = false, parts } = way;
  const tryOn = async (request: OperationRequest, where: string, tried = attempts) => {
    const sent = await Promise.all(
      tried.map(
        async ({ label, how }): Promise<LetIn> => ({
          where,
          label,
          exchange: await t.send({ ...request, ...how }),
        }),
      ),
    );
    return { sent, letIn: sent.find(({ exchange }) => responses.isAccepted(exchange)) };
  };
  const start: OperationRequest = { operation: 'logs', webhook, query: filter };
  if (steps.length === 0) {
    const { letIn, sent } = await tryOn(start, placeOf(way));
    if (letIn !== undefined) return { letIn };
    return parts === undefined || (await areRejectedAsPlain(t, sent)) ? 'rejected' : 'in doubt';
  }
  let page = known ?? (await t.send(start));
  if (filter.length > 0) {
    // A cache in front of the authentication may hold this page now. Unfiltered pages are left to never-remembered.
    const { letIn } = await tryOn(start, placeOf(way), attempts.slice(0, 1));
    if (letIn !== undefined) return { letIn };
  }
  for (const [at, step] of steps.entries()) {
    const cursor = responses.parsePage(page.response)?.[step];
    if (cursor === undefined) return at === 0 ? 'absent' : 'rejected';
    const request: OperationRequest = { ...start, query: [...(repeats ? filter : []), [step, cursor]] };
    // Pages reached by the same step are treated alike.
    const tried = steps.indexOf(step) < at ? attempts.slice(0, 1) : attempts;
    const { letIn } = await tryOn(request, placeOf(way, step), tried);
    if (letIn !== undefined) return { letIn };
    page = await t.send(request);
    if (!responses.isAccepted(page)) return { unmet: page };
  }
  return 'rejected';
}

/**
 * One way through the pages, each requested without the token and then with it: whether all went as it must. Cursors go as the
 * target is known to take them, else as in either style; a search that is rejected with the token too is asked for less.
 */
async function isRejectedOnTheWay(t: CheckContext): Promise<boolean> {
  const webhook = (await controls.knownLogs(t)).find(({ page }) => page?.next !== undefined)?.webhook;
  if (webhook === undefined) return false;
  const filter = (await filterByEverything(t)) ?? statusAlone;
  const style = t.logs.byId(webhook).form;
  let seen = await goThrough(t, { webhook, filter, style });
  if (seen === 'cursor unmet') seen = await goThrough(t, { webhook, filter, style: logs.otherStyle(style) });
  if (seen === 'unmet' && filter !== statusAlone) seen = await goThrough(t, { webhook, filter: statusAlone, style });
  return seen === 'rejected';
}

const statusAlone: controls.Filter = [['status', 'succeeded']];

interface Passage {
  readonly webhook: string;
  readonly filter: controls.Filter;
  readonly style: logs.CursorStyle;
}

/** `accepted`: a page without the token was; `unmet`: the first page, or one by a cursor, was not even accepted with it. */
async function goThrough(t: CheckContext, { webhook, filter, style }: Passage) {
  const send = (query: controls.Filter, how: Partial<OperationRequest> = {}) =>
    t.send({ operation: 'logs', webhook, query, ...how });
  let query = filter;
  for (const step of ['next', 'prev', undefined] as const) {
    const unmet = query === filter ? 'unmet' : 'cursor unmet';
    if (responses.isAccepted(await send(query, { authorization: null }))) return 'accepted';
    const exchange = await send(query);
    if (!responses.isAccepted(exchange)) return unmet;
    if (step === undefined) break;
    const cursor = responses.parsePage(exchange.response)?.[step];
    if (cursor === undefined) return 'unmet';
    query = [...(style === 'repeated' ? filter : []), [step, cursor]];
  }
  return 'rejected';
}

/** Whether the searches are rejected as the plain one without a token is, so that what they ask for makes no difference. */
async function areRejectedAsPlain(t: CheckContext, sent: readonly LetIn[]): Promise<boolean> {
  const plain = await controls.attemptWithoutHeader(t, 'logs');
  return plain.conclusive && sent.every(({ exchange }) => controls.isSameRejection(plain.exchange, exchange));
}
