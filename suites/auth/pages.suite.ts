/** Every page of a search requires the token. */
import type { CheckContext, Exchange, OperationRequest } from '../../src/suite.ts';
import {
  checksOf,
  controls,
  defined,
  fail,
  inconclusive,
  logs,
  pass,
  responses,
  samplesOf,
  unlessUndecided,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { withMadeUpToken, withoutHeader } = controls;

/** A way through the pages of a search. Each page that a cursor leads to is requested without a valid token, then with it. */
interface Way {
  readonly webhook: string;
  /** None of a first page, which was read with the valid token before. */
  readonly steps: readonly logs.Step[];
  readonly attempts: readonly controls.Attempt[];
  readonly filter?: controls.Filter;
  /** Whether the filter is repeated beside each cursor; else it is only inside. */
  readonly repeats?: boolean;
  /** The way that is gone where the target rejects this one. */
  readonly otherwise?: Way;
}

/** What a request without a valid token got although it must be rejected. */
interface LetIn {
  /** "by a next cursor under status=failed". */
  readonly where: string;
  readonly label: string;
  readonly exchange: Exchange;
}

/** The outcome for one page. 'absent': the page does not exist; 'unmet': the response if even the valid token was rejected. */
type Result = 'absent' | 'rejected' | { readonly unmet: Exchange } | { readonly letIn: LetIn };

check('auth/logs/every-page', async (t) => {
  if (await t.effort.isDecidedBy(() => isRejectedOnTheWay(t)))
    return pass({ samples: { count: 3, kinds: { 'the first page, filtered': 1, 'by a cursor': 2 } } });
  const decided: Way[] = [];
  let unmet: Exchange | undefined;
  const ways = await waysOf(t);
  const ended = await Promise.allSettled(ways.map((way) => requireRejectedOn(t, way)));
  for (const [index, way] of ways.entries()) {
    const one = ended[index]!;
    if (one.status === 'rejected') throw one.reason;
    if (one.value === 'rejected') decided.push(way);
    else if (one.value !== 'absent') unmet = one.value.unmet;
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

async function requireRejectedOn(t: CheckContext, way: Way): Promise<Exclude<Result, { letIn: LetIn }>> {
  const result = await requireRejected(t, way);
  return way.otherwise === undefined || result === 'rejected' ? result : requireRejected(t, way.otherwise);
}

/** Goes the way once more where a request was let in, or where the valid token was rejected; fails where one is let in again. */
async function requireRejected(t: CheckContext, way: Way): Promise<Exclude<Result, { letIn: LetIn }>> {
  const first = await goAlong(t, way);
  if (typeof first === 'string') return first;
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

async function goAlong(t: CheckContext, way: Way): Promise<Result> {
  const { webhook, steps, attempts, filter = [], repeats = false } = way;
  const tryOn = async (request: OperationRequest, where: string): Promise<LetIn | undefined> => {
    const sent = await Promise.all(
      attempts.map(async ({ label, how }) => ({ where, label, exchange: await t.send({ ...request, ...how }) })),
    );
    return sent.find(({ exchange }) => responses.isAccepted(exchange));
  };
  const start: OperationRequest = { operation: 'logs', webhook, query: filter };
  if (steps.length === 0) {
    const letIn = await tryOn(start, placeOf(way));
    return letIn === undefined ? 'rejected' : { letIn };
  }
  let page = await t.send(start);
  for (const [at, step] of steps.entries()) {
    const cursor = responses.parsePage(page.response)?.[step];
    if (cursor === undefined) return at === 0 ? 'absent' : 'rejected';
    const request: OperationRequest = { ...start, query: [...(repeats ? filter : []), [step, cursor]] };
    const letIn = await tryOn(request, placeOf(way, step));
    if (letIn !== undefined) return { letIn };
    page = await t.send(request);
    if (!responses.isAccepted(page)) return { unmet: page };
  }
  return 'rejected';
}

/** Everything that a search may ask for at once: a guard that one of the parameters gets around lets this search in. */
async function everyParameter(t: CheckContext): Promise<controls.Filter> {
  const [[sortBy], time] = await Promise.all([t.logs.sorts(), t.logs.time()]);
  const ranged = time.understood ? logs.rangeQuery(time.sense, time.sense.lo, time.sense.hi) : {};
  return logs.parametersOf({ status: 'succeeded', ...defined({ sortBy }), sortDirection: 'asc', ...ranged });
}

/**
 * One way through the pages, each requested without the token and then with it: whether all went as it must. Cursors go as the
 * target is known to take them, else as in either style; a search that is rejected with the token too is asked for less.
 */
async function isRejectedOnTheWay(t: CheckContext): Promise<boolean> {
  const webhook = (await controls.knownLogs(t)).find(({ page }) => page?.next !== undefined)?.webhook;
  if (webhook === undefined) return false;
  const filter = (await unlessUndecided(() => everyParameter(t))) ?? statusAlone;
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

async function waysOf(t: CheckContext): Promise<readonly Way[]> {
  const known = await controls.knownLogs(t);
  const long = known.filter(({ page }) => page?.next !== undefined).map(({ webhook }) => webhook);
  const richest = long[0] ?? known[0]?.webhook ?? '';
  const every = t.effort.isLean ? await unlessUndecided(() => everyParameter(t)) : undefined;
  const filters = every === undefined ? await controls.acceptedFilters(t, richest) : [every];
  const attempts = t.effort.take([withoutHeader, withMadeUpToken], { quick: 1 });
  // Each other webhook, plain and under a filter by turns: a guard may know some of them only.
  const others = known
    .filter(({ webhook }) => webhook !== richest)
    .flatMap(({ webhook }, at) => [
      firstPage(webhook, [], [...attempts]),
      ...(filters.length === 0 ? [] : [firstPage(webhook, filters[at % filters.length]!)]),
    ]);
  const steps: readonly logs.Step[] = t.effort.pick({ quick: ['next', 'prev'], standard: ['next', 'next', 'prev'] });
  const unfiltered = long.slice(0, 1).map((webhook): Way => ({ webhook, steps, attempts }));
  const second = long.slice(1, 2).map((webhook): Way => ({ webhook, steps: ['next'], attempts }));
  // Some servers reject a filter beside the cursor. One that is only inside looks to a guard as none does.
  const filtered = [...filters.slice(0, 1), ...filters.slice(-1)].map((filter): Way => {
    const inside: Way = { webhook: richest, steps: ['next', 'prev'], attempts: [withoutHeader], filter };
    return { ...inside, repeats: true, otherwise: inside };
  });
  return [
    ...filters.map((query) => firstPage(richest, query)),
    ...(t.effort.isLean ? [] : await sortedPlaces(t, filters)),
    ...unfiltered,
    ...t.effort.take([...others, ...second, ...filtered], { quick: 0 }),
  ];
}

/** Each `sortBy` that the richest log accepts and that no filter has. */
async function sortedPlaces(t: CheckContext, filters: readonly controls.Filter[]): Promise<readonly Way[]> {
  const tried = new Set(filters.flatMap((filter) => (filter.length === 1 ? JSON.stringify(filter) : [])));
  const { log } = await t.logs.baseline();
  const sorts = await controls.acceptedSorts(t);
  return sorts.filter((sort) => !tried.has(JSON.stringify(sort))).map((sort) => firstPage(log.id, sort));
}

const firstPage = (webhook: string, filter: controls.Filter, attempts = [withoutHeader]): Way => ({
  webhook,
  steps: [],
  attempts,
  filter,
});
