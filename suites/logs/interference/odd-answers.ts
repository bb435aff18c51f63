/**
 * Searches that are answered wrongly now and then, such as every 64th, or those right after a rejection. The run sees it where an
 * answer contradicts what it has read before. A log that has changed explains that once: so the same search is sent until it
 * contradicts a whole walk of its query again, twice, and the walks before and after agree.
 */
import {
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  NotSent,
  type OperationRequest,
  type Proof,
  responses,
  type Walk,
  type WebhookLog,
} from '../../../src/suite.ts';

/** How many answers are looked into, and how many of them with many requests. */
const mostLooks = 4;
const mostSeries = 2;
/** How often the search must contradict its walks, beside the answer that gave the reason to look. */
const required = 2;
/** A series that takes longer ends without a result, ms. */
const longestSeriesMs = 20_000;

/** What a series of the same search showed, between two walks of it. */
interface Contradiction {
  readonly before: Walk;
  readonly odd: Exchange;
  /** Which of the searches it was, from 1; or the rejected search that it followed. */
  readonly came: { readonly place: number } | { readonly after: Exchange };
}

/** An answer that contradicted what the run had read. */
interface Suspect {
  readonly log: WebhookLog;
  readonly query: LogQuery;
  readonly exchange: Exchange;
  readonly earlierTotal?: number;
}

/** Requires that searches whose answers contradicted earlier ones do not contradict walks of the same query again. */
export async function expectNoOddAnswers(t: CheckContext): Promise<void> {
  let series = 0;
  for (const suspect of suspectsOf(t).slice(0, mostLooks)) {
    const { log, query, exchange, earlierTotal } = suspect;
    const walk = await readWhole(log, query).catch(unlessSent);
    if (walk === undefined || !logs.isConsistent(walk)) continue;
    const hadAnotherTotal = earlierTotal !== undefined && earlierTotal !== walk.total;
    if (contradiction(t, exchange, walk) === undefined && !hadAnotherTotal) continue;
    await requireSteady(t, suspect);
    series += 1;
    if (series === mostSeries) return;
  }
}

/** A log that grew has other totals, so that these tell nothing there. */
function suspectsOf(t: CheckContext): readonly Suspect[] {
  const { oddAnswers } = t.runContext.logs;
  const suspects = (kind: 'strays' | 'ofTotals', log: WebhookLog) =>
    oddAnswers[kind](log).map((answer) => ({ log, ...answer }));
  const steady = t.logs.all.filter((log) => t.logs.plainTotals(log).totals.size === 1);
  return [
    ...t.logs.all.flatMap((log) => suspects('strays', log)),
    ...steady.flatMap((log) => suspects('ofTotals', log)),
  ];
}

async function requireSteady(t: CheckContext, { log, query, exchange }: Suspect): Promise<void> {
  const found: Contradiction[] = [];
  while (found.length < required) {
    const one = await findContradiction(t, log, query).catch(unlessSent);
    if (one === undefined) return;
    found.push(one);
  }
  if (await logs.hasChanged(log, query)) return;
  const { before, odd } = found.at(-1)!;
  const times = found.map(({ came }) =>
    'place' in came ? `in 1 of ${came.place} searches` : 'right after a rejection',
  );
  fail(
    `${logs.describeQuery(query)} on webhook ${log.id} returned ${contradiction(t, odd, before)} ${[...new Set(times)].join(' and ')}, though its walks before and after agree; expected the same items each time`,
    [
      [before.pages[0]!.exchange, 'the same search as it is usually answered', 'control'],
      [exchange, 'the answer that gave the reason to look'],
      ...found.flatMap(proofOf),
    ],
    { reproduced: { times: found.length, of: found.length } },
  );
}

function proofOf({ odd, came }: Contradiction): readonly Proof[] {
  if ('place' in came) return [[odd, 'the same search, sent again', 'wrong']];
  return [
    [came.after, 'a search that must be rejected'],
    [odd, 'the same search, right after it', 'wrong'],
  ];
}

function unlessSent(error: unknown): undefined {
  if (!(error instanceof NotSent)) throw error;
}

/** The first of many answers that contradicts the walks before and after; undefined without one, or if the log has changed. */
async function findContradiction(
  t: CheckContext,
  log: WebhookLog,
  query: LogQuery,
): Promise<Contradiction | undefined> {
  const before = await readWhole(log, query);
  if (!logs.isConsistent(before)) return undefined;
  const series = (await sendAfterRejections(t, log, before)) ?? (await sendUntilOdd(t, log, before));
  if (series === undefined) return undefined;
  // Entries may have another status since, which an index or a replica shows later.
  await t.clock.sleep(t.client.longestLagMs);
  return logs.isSameReading(before, await readWhole(log, query)) ? { before, ...series } : undefined;
}

async function readWhole(log: WebhookLog, query: LogQuery): Promise<Walk> {
  const [walk] = await log.readToConfirm({ query, form: log.form }, 1);
  return walk!;
}

/** A target may keep something of a search that it rejects, for the next one. */
const rejected: readonly Partial<OperationRequest>[] = [
  { authorization: null },
  { query: [['status', 'pending']], typed: false },
];

function sendAfterRejections(t: CheckContext, log: WebhookLog, walk: Walk) {
  return log.client.confirm({ oneByOne: true }, async (client) => {
    for (const how of rejected) {
      const after = await client.send({ operation: 'logs', webhook: log.id, ...how });
      const odd = await logs.readFirst(client, log.where(walk.query));
      if (contradiction(t, odd, walk) !== undefined) return { odd, came: { after } };
    }
    return undefined;
  });
}

function sendUntilOdd(t: CheckContext, log: WebhookLog, walk: Walk) {
  const most = t.effort.pick({ quick: 100, standard: 150, deep: 300 });
  const began = t.clock.elapsed();
  return log.client.confirm({ oneByOne: true }, async (client) => {
    for (let place = 1; place <= most && t.clock.elapsed() - began < longestSeriesMs; place += 1) {
      const odd = await logs.readFirst(client, log.where(walk.query));
      if (contradiction(t, odd, walk) !== undefined) return { odd, came: { place } };
    }
    return undefined;
  });
}

/** In which way an answer contradicts a whole walk of its query: a known item that this does not have, or another total. */
function contradiction(t: CheckContext, exchange: Exchange, { bag, total }: Walk): string | undefined {
  const page = responses.isAccepted(exchange) ? responses.parsePage(exchange.response) : undefined;
  if (page === undefined) return undefined;
  const stray = page.data.find((item) => !bag.has(item) && t.runContext.logs.oddAnswers.isKnown(item));
  if (stray !== undefined) return `${logs.truncate(stray)}, which is not among its items,`;
  return page.totalItems === total ? undefined : `totalItems ${page.totalItems} instead of ${total}`;
}
