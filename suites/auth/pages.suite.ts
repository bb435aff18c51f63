/** Every page of a search takes the token, and only the tenant's own. */
import {
  type CheckContext,
  checksOf,
  controls,
  describeResponse,
  type Exchange,
  type Finding,
  fail,
  identifyingItems,
  inconclusive,
  isAccepted,
  itemsFoundIn,
  notApplicable,
  type OperationRequest,
  type Proof,
  parsePage,
  pass,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
type Query = readonly (readonly [string, string])[];
type Step = 'next' | 'prev';

/** A page that the good token gets, by a path of requests that can be walked again. */
interface Place {
  readonly what: string;
  readonly webhook: string;
  /** What it must be refused with. */
  readonly attempts: readonly controls.Attempt[];
  /** The request with a cursor that nobody used yet, or without one; undefined where the walk does not lead there. */
  readonly fresh: () => Promise<OperationRequest | undefined>;
}

check('auth/logs/every-page', async (t) => {
  const kinds: Record<string, number> = {};
  let unmet: Exchange | undefined;
  let paged = false;
  if (t.effort.isLean && (await onTheWay(t)))
    return pass({ samples: { count: 3, kinds: { 'the first page, filtered': 1, 'by a cursor': 2 } } });
  for (const place of await places(t)) {
    const found = await judge(t, place);
    if (found === 'not there') continue;
    if ('message' in found) fail(found.message, found.proof, { symptom: { kind: 'accepted' } });
    if (found.unmet !== undefined) unmet = found.unmet;
    else {
      kinds[place.what] = (kinds[place.what] ?? 0) + 1;
      paged ||= / (next|prev) /.test(place.what);
    }
  }
  const count = Object.values(kinds).reduce((sum, one) => sum + one, 0);
  if (!paged)
    inconclusive(
      unmet === undefined
        ? 'no configured webhook has a second page'
        : `a fresh cursor with the good token ${describeResponse(unmet)}, so refusals prove nothing`,
      'a webhook with three pages of logs, and cursors that live for some requests',
      unmet === undefined ? [] : [unmet],
    );
  return pass({ samples: { count, kinds } });
});

/** The page without a valid token, twice; then the same request with the good one, which must still be accepted. */
async function judge(
  t: CheckContext,
  place: Place,
): Promise<'not there' | Finding | { readonly unmet: Exchange | undefined }> {
  for (let round = 1, suspected: Exchange | undefined; ; round += 1) {
    const request = await place.fresh();
    if (request === undefined) return 'not there';
    let accepted_: readonly [string, Exchange] | undefined;
    for (const { label, how } of place.attempts) {
      const exchange = await t.send({ ...request, ...how });
      if (isAccepted(exchange)) accepted_ ??= [label, exchange];
    }
    if (accepted_ === undefined) {
      const twin = await t.send(request);
      if (isAccepted(twin)) return { unmet: undefined };
      if (round === 2) return { unmet: twin };
      continue;
    }
    const [label, exchange] = accepted_;
    if (suspected !== undefined || round > 1)
      return {
        message: `${controls.describeAttempt('logs', `${place.what} ${label}`)} ${controls.describePage(exchange)}, and again; it must be refused`,
        proof: [
          [suspected ?? exchange, 'the first time'],
          [exchange, `${place.what}, ${label}: it must be refused`],
        ],
      };
    suspected = exchange;
  }
}

/**
 * One way through the pages: before each request with the good token the same one without. True where each of these was
 * refused and each good one accepted; what is else is looked at place by place.
 */
async function onTheWay(t: CheckContext): Promise<boolean> {
  const known = (await controls.knownLogs(t)).find(({ page }) => page?.next !== undefined);
  if (known === undefined) return false;
  const { webhook } = known;
  const filter: Query = [['status', 'succeeded']];
  const refused = async (query: Query) =>
    !isAccepted(await t.send({ operation: 'logs', webhook, query, authorization: null }));
  if (!(await refused(filter))) return false;
  let page = parsePage((await t.send({ operation: 'logs', webhook, query: filter })).response);
  for (const step of ['next', 'prev'] as const) {
    const cursor = page?.[step];
    if (cursor === undefined) return false;
    const query: Query = [...filter, [step, cursor]];
    if (!(await refused(query))) return false;
    const good = await t.send({ operation: 'logs', webhook, query });
    if (!isAccepted(good)) return false;
    page = parsePage(good.response);
  }
  return true;
}

async function places(t: CheckContext): Promise<Place[]> {
  const quick = t.effort.isLean;
  const known = await controls.knownLogs(t);
  const webhooks = known.filter(({ page }) => page?.next !== undefined).map(({ webhook }) => webhook);
  const richest = webhooks[0] ?? known[0]?.webhook ?? '';
  const filters = await acceptedFilters(t, richest, quick);
  const both = [controls.withoutHeader, controls.withMadeUpToken];
  const list: Place[] = filters.map((query) => firstPage(richest, query));
  const walks: readonly (readonly Step[])[] = quick
    ? [['next'], ['next', 'prev']]
    : [['next'], ['next', 'prev'], ['next', 'next'], ['next', 'next', 'prev']];
  if (webhooks.length > 0)
    for (const steps of walks) list.push(paged(t, richest, [], steps, quick ? [controls.withoutHeader] : both));
  if (quick) return list;
  for (const webhook of webhooks.slice(1, 2)) list.push(paged(t, webhook, [], ['next'], both));
  // A filter beside the cursor, or inside of it alone: some servers refuse one form, which then shows nothing.
  for (const query of [...filters.slice(0, 1), ...filters.slice(-1)])
    for (const repeat of [false, true])
      for (const steps of [['next'], ['next', 'prev']] as const)
        list.push(paged(t, richest, query, steps, [controls.withoutHeader], repeat));
  return list;
}

/** Their values change from run to run. */
const timed: ReadonlySet<string> = new Set(['from', 'to']);

const named = (query: Query): string =>
  query.length === 0
    ? ''
    : ` under ${query.map(([key, value]) => (timed.has(key) ? key : `${key}=${value}`)).join(' and ')}`;

const firstPage = (webhook: string, query: Query): Place => ({
  what: `on the first page${named(query)}`,
  webhook,
  attempts: [controls.withoutHeader],
  fresh: async () => ({ operation: 'logs', webhook, query }),
});

/** Walks to a page and stops before the last step: its cursor is fresh. */
function paged(
  t: CheckContext,
  webhook: string,
  query: Query,
  steps: readonly Step[],
  attempts: readonly controls.Attempt[],
  repeat = false,
): Place {
  return {
    what: `by a ${steps.at(-1)} cursor${named(query)}`,
    webhook,
    attempts,
    fresh: async () => {
      let request: OperationRequest = { operation: 'logs', webhook, query };
      for (const step of steps) {
        const page = parsePage((await t.send(request)).response);
        const cursor = page?.[step];
        if (cursor === undefined) return undefined;
        request = { operation: 'logs', webhook, query: [...(repeat ? query : []), [step, cursor]] };
      }
      return request;
    },
  };
}

/** Each parameter alone in a form that the good token may use, and all of them together. */
async function acceptedFilters(t: CheckContext, webhook: string, quick: boolean): Promise<Query[]> {
  const now = Date.now();
  const year = 365 * 86_400_000;
  const times: readonly ((at: number) => string)[] = [
    (at) => new Date(at).toISOString(),
    (at) => new Date(at).toISOString().slice(0, 10),
    (at) => String(Math.floor(at / 1000)),
    (at) => String(at),
  ];
  const answers = async (query: Query) => isAccepted(await t.send({ operation: 'logs', webhook, query }));
  const firstOf = async (queries: readonly Query[]): Promise<Query[]> => {
    for (const query of queries) if (await answers(query)) return [query];
    return [];
  };
  if (quick)
    // All of them in one request, in the first form of time that is taken.
    return firstOf([
      ...times.map(
        (time): Query => [
          ['status', 'succeeded'],
          ['sortDirection', 'asc'],
          ['from', time(now - year / 12)],
          ['to', time(now)],
        ],
      ),
      [['status', 'succeeded']],
    ]);
  const sorts = [...(t.settings.declares.sortBy ?? []), 'createdAt', 'status'];
  const single = (
    await Promise.all([
      firstOf([[['status', 'succeeded']]]),
      firstOf([[['status', 'failed']]]),
      firstOf([[['sortDirection', 'asc']]]),
      firstOf([[['sortDirection', 'desc']]]),
      firstOf(sorts.slice(0, 3).map((sort): Query => [['sortBy', sort]])),
      firstOf([year, year / 12].flatMap((ago) => times.map((time): Query => [['from', time(now - ago)]]))),
      firstOf(times.map((time): Query => [['to', time(now)]])),
    ])
  ).flat();
  const merged = [...new Map(single.flat().map(([key, value]) => [key, value]))];
  return [...single, ...(await firstOf([merged]))];
}

check('auth/logs/other-tenant', async (t) => {
  if (t.settings.tokens.otherTenant === undefined) notApplicable('tokens.otherTenant is not configured');
  const known = await controls.knownLogs(t);
  let unidentified: Exchange | undefined;
  let judged = 0;
  for (const { webhook, page, items } of known.slice(0, t.effort.sampleCount(known.length))) {
    if (page === undefined) continue;
    const others = known.flatMap((other) => (other.webhook === webhook ? [] : (other.page?.data ?? [])));
    const second = page.next === undefined || t.effort.isLean ? undefined : await secondPage(t, webhook, 'valid');
    const behind = identifyingItems(parsePage(second?.response ?? null)?.data ?? [], [...page.data, ...others], []);
    for (const [what, ask, own] of [
      ['', () => t.send({ operation: 'logs', webhook, tenant: 'otherTenant' }), items],
      ['with a cursor of ours ', () => secondPage(t, webhook, 'otherTenant'), [...items, ...behind]],
    ] as const) {
      const exchange = await ask();
      if (exchange === undefined) continue;
      const answer = parsePage(exchange.response);
      const leaked = itemsFoundIn(exchange.response, own);
      if (leaked.length > 0) {
        const again = await ask();
        if (again !== undefined && itemsFoundIn(again.response, own).length > 0) {
          const proof: Proof[] = [exchange, [again, "with another tenant's token, again"]];
          fail(`another tenant's token ${what}got ${leaked.length} of the items of webhook ${webhook}`, proof);
        }
      } else if (isAccepted(exchange) && (answer?.data.length ?? 0) > 0 && own.length === 0) unidentified = exchange;
      judged += 1;
    }
  }
  if (unidentified !== undefined)
    inconclusive(
      "another tenant's token got items, and none of ours is known that identifies this log",
      'items of 12 characters or more that occur once',
      [unidentified],
    );
  if (judged === 0) inconclusive('no configured webhook could be read', 'a target on which logs/accepts-valid passes');
  return pass({ samples: { count: judged, kinds: {} } });
});

/** What a token gets behind a fresh cursor of ours; undefined where there is no second page. */
async function secondPage(t: CheckContext, webhook: string, tenant: 'valid' | 'otherTenant') {
  const next = parsePage((await t.send({ operation: 'logs', webhook })).response)?.next;
  if (next === undefined) return undefined;
  return t.send({ operation: 'logs', webhook, query: [['next', next]], tenant });
}
