/** Every page of a search requires the token. */
import type { CheckContext, Exchange, OperationRequest } from '../../src/suite.ts';
import { checksOf, controls, fail, inconclusive, type logs, pass, responses, samplesOf } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { withMadeUpToken, withoutHeader } = controls;

/** A page that the valid token gets. */
interface Place {
  readonly what: string;
  readonly attempts: readonly controls.Attempt[];
  /** Whether a cursor leads there. */
  readonly isPaged: boolean;
  /** The request of the page, with a cursor that was not used yet; undefined where the walk does not lead there. */
  readonly request: () => Promise<OperationRequest | undefined>;
}

check('auth/logs/every-page', async (t) => {
  if (await t.effort.isDecidedBy(() => isRejectedOnTheWay(t)))
    return pass({ samples: { count: 3, kinds: { 'the first page, filtered': 1, 'by a cursor': 2 } } });
  const decided: Place[] = [];
  let unmet: Exchange | undefined;
  const places = await placesOf(t);
  const ended = await Promise.allSettled(places.map((place) => requireRejected(t, place)));
  for (const [index, place] of places.entries()) {
    const one = ended[index]!;
    if (one.status === 'rejected') throw one.reason;
    const result = one.value;
    if (result === 'rejected') decided.push(place);
    else if (result !== 'absent') unmet = result;
  }
  if (!decided.some(({ isPaged }) => isPaged))
    inconclusive(
      unmet === undefined
        ? 'no configured webhook has a second page'
        : `a fresh cursor with the valid token ${responses.describeResponse(unmet)}, so rejections prove nothing`,
      'a webhook with three pages of logs, and cursors that live for some requests (fixtures.webhooks)',
      unmet === undefined ? [] : [unmet],
    );
  return pass({ samples: samplesOf(decided.map(({ what }) => what)) });
});

/**
 * Requests a page without a valid token, twice if it is accepted, and then with the valid one.
 * @returns the control where it was not accepted
 */
async function requireRejected(t: CheckContext, place: Place): Promise<'absent' | 'rejected' | Exchange> {
  let suspected: Exchange | undefined;
  for (let round = 1; ; round += 1) {
    const request = await place.request();
    if (request === undefined) return 'absent';
    let wrong: { readonly label: string; readonly exchange: Exchange } | undefined;
    for (const { label, how } of place.attempts) {
      const exchange = await t.send({ ...request, ...how });
      if (responses.isAccepted(exchange)) wrong ??= { label, exchange };
    }
    if (wrong === undefined) {
      const control = await t.send(request);
      if (responses.isAccepted(control)) return 'rejected';
      if (round === 2) return control;
      continue;
    }
    const { label, exchange } = wrong;
    if (round === 2)
      fail(
        `${controls.describeAttempt('logs', `${place.what} ${label}`)} ${controls.describePage(exchange)}, and again; it must be rejected`,
        [
          [suspected ?? exchange, 'the first time'],
          [exchange, `${place.what}, ${label}: must be rejected`],
        ],
        { symptom: { kind: 'accepted' } },
      );
    suspected = exchange;
  }
}

/** One way through the pages, each requested without the token and then with it: whether all went as it must. */
async function isRejectedOnTheWay(t: CheckContext): Promise<boolean> {
  const known = (await controls.knownLogs(t)).find(({ page }) => page?.next !== undefined);
  if (known === undefined) return false;
  const { webhook } = known;
  const filter: controls.Filter = [['status', 'succeeded']];
  const isRejected = async (query: controls.Filter) =>
    !responses.isAccepted(await t.send({ operation: 'logs', webhook, query, authorization: null }));
  if (!(await isRejected(filter))) return false;
  let page = responses.parsePage((await t.send({ operation: 'logs', webhook, query: filter })).response);
  for (const step of ['next', 'prev'] as const) {
    const cursor = page?.[step];
    if (cursor === undefined) return false;
    const query: controls.Filter = [...filter, [step, cursor]];
    if (!(await isRejected(query))) return false;
    const exchange = await t.send({ operation: 'logs', webhook, query });
    if (!responses.isAccepted(exchange)) return false;
    page = responses.parsePage(exchange.response);
  }
  return true;
}

async function placesOf(t: CheckContext): Promise<readonly Place[]> {
  const known = await controls.knownLogs(t);
  const long = known.filter(({ page }) => page?.next !== undefined).map(({ webhook }) => webhook);
  const richest = long[0] ?? known[0]?.webhook ?? '';
  const filters = await controls.acceptedFilters(t, richest);
  const attempts = t.effort.take([withoutHeader, withMadeUpToken], { quick: 1 });
  // Each other webhook, plain and under a filter by turns: a guard may know some of them only.
  const others = known
    .filter(({ webhook }) => webhook !== richest)
    .flatMap(({ webhook }, at) => [
      firstPage(webhook, [], [...attempts]),
      ...(filters.length === 0 ? [] : [firstPage(webhook, filters[at % filters.length]!)]),
    ]);
  const walks: readonly logs.Step[][] = [['next'], ['next', 'prev'], ['next', 'next'], ['next', 'next', 'prev']];
  const unfiltered = t.effort
    .take(walks, { quick: 2 })
    .flatMap((steps) => long.slice(0, 1).map((webhook) => pageBy(t, { webhook, steps, attempts })));
  const second = long.slice(1, 2).map((webhook) => pageBy(t, { webhook, steps: ['next'], attempts }));
  // A filter beside the cursor, or only inside it: some servers reject one form, which then shows nothing.
  const filtered = [...filters.slice(0, 1), ...filters.slice(-1)].flatMap((filter) =>
    [false, true].flatMap((repeats) =>
      walks
        .slice(0, 2)
        .map((steps) => pageBy(t, { webhook: richest, steps, attempts: [withoutHeader], filter, repeats })),
    ),
  );
  return [
    ...filters.map((query) => firstPage(richest, query)),
    ...(t.effort.isLean ? [] : await sortedPlaces(t, filters)),
    ...unfiltered,
    ...t.effort.take([...others, ...second, ...filtered], { quick: 0 }),
  ];
}

/** Each `sortBy` that the richest log accepts and that no filter has. */
async function sortedPlaces(t: CheckContext, filters: readonly controls.Filter[]): Promise<readonly Place[]> {
  const tried = new Set(filters.flatMap((filter) => (filter.length === 1 ? JSON.stringify(filter) : [])));
  const { log } = await t.logs.baseline();
  const sorts = await controls.acceptedSorts(t);
  return sorts.filter((sort) => !tried.has(JSON.stringify(sort))).map((sort) => firstPage(log.id, sort));
}

const firstPage = (webhook: string, query: controls.Filter, attempts = [withoutHeader]): Place => ({
  what: `on the first page${controls.describeFilter(query)}`,
  attempts,
  isPaged: false,
  request: async () => ({ operation: 'logs', webhook, query }),
});

interface Way {
  readonly webhook: string;
  readonly steps: readonly logs.Step[];
  readonly attempts: readonly controls.Attempt[];
  readonly filter?: controls.Filter;
  /** Whether the filter is repeated beside each cursor. */
  readonly repeats?: boolean;
}

/** Walks to a page and stops before the last step, so that its cursor is fresh. */
function pageBy(t: CheckContext, { webhook, steps, attempts, filter = [], repeats = false }: Way): Place {
  const request = async () => {
    let request: OperationRequest = { operation: 'logs', webhook, query: filter };
    for (const step of steps) {
      const cursor = responses.parsePage((await t.send(request)).response)?.[step];
      if (cursor === undefined) return undefined;
      request = { operation: 'logs', webhook, query: [...(repeats ? filter : []), [step, cursor]] };
    }
    return request;
  };
  return { what: `by a ${steps.at(-1)} cursor${controls.describeFilter(filter)}`, attempts, isPaged: true, request };
}
