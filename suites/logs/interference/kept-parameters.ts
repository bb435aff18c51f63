/**
 * Parameters that leak from one search into the next, as where a target keeps them in a variable. Two searches with different
 * values of every parameter alternate. After each of them, the same searches with a single parameter must return the same page.
 */
import type { CheckContext, Exchange, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { defined, fail, logs, responses } from '../../../src/suite.ts';

interface Probes {
  /** Two searches that set every parameter, each to a different value. */
  readonly full: readonly [LogQuery, LogQuery];
  /** Searches that set few of them; no two neighbours set the same one. */
  readonly bare: readonly LogQuery[];
}

/** A bare search and the search before it. */
export interface Followed {
  readonly before: Exchange;
  readonly after: Exchange;
}

/** Which of the two precedes the bare search. The order is irregular, so that replicas that take turns cannot follow it. */
const turns = [0, 1, 1, 0, 0, 1] as const;

/**
 * Requires that bare searches return the same page after either search. No other check should search the log meanwhile. All of them use
 * one connection, because a server may keep parameters per connection or per thread.
 */
export async function expectNothingKept(t: CheckContext, log: WebhookLog): Promise<void> {
  const { full, bare } = await probesOf(t);
  const suspects = await onOneConnection(log, async (search) => {
    const afterEach: Exchange[][] = [];
    // In reverse order after the second, so that each bare search comes right after two different ones: a target may keep only the last.
    for (const [before, inTurn] of [
      [full[0], bare],
      [full[1], bare.toReversed()],
    ] as const) {
      await search(before);
      const found: Exchange[] = [];
      for (const query of inTurn) found.push(await search(query));
      afterEach.push(found);
    }
    const [first, second] = afterEach as [Exchange[], Exchange[]];
    return bare.filter((_, at) => isOther(first[at]!, second.at(-1 - at)!));
  });
  for (const query of suspects)
    await log.exclusively((alone) => onOneConnection(alone, (search) => requireUnmoved({ log, search, full }, query)));
}

/** A search, and a plain one right after it. */
export async function searchBeforePlain(log: WebhookLog, query: LogQuery): Promise<Followed> {
  return onOneConnection(log, async (search) => ({ before: await search(query), after: await search({}) }));
}

/** Whether the plain search repeated the page of the search before it. */
export async function keepsParameters(log: WebhookLog, { before, after }: Followed): Promise<boolean> {
  const [first] = (await log.walk({})).pages;
  return first !== undefined && isOther(first.exchange, after) && !isOther(before, after);
}

type Search = (query: LogQuery) => Promise<Exchange>;

/** Gives the work a function that reads the first page of a search. */
async function onOneConnection<T>(log: WebhookLog, work: (search: Search) => Promise<T>): Promise<T> {
  const { id, client } = log;
  const connection = client.session();
  try {
    return await work((query) =>
      client.send({ operation: 'logs', webhook: id, query: logs.parametersOf(log.scoped(query)), connection }),
    );
  } finally {
    await connection.close();
  }
}

async function probesOf(t: CheckContext): Promise<Probes> {
  const [time, { all: sorts }] = await Promise.all([t.logs.time(), t.logs.distinctSorts()]);
  const [sortBy, otherSort = sortBy] = sorts;
  const ranges = time.understood ? rangesOf(time.sense) : undefined;
  const full: Probes['full'] = [
    { ...ranges?.upTo, status: 'failed', ...defined({ sortBy }), sortDirection: 'asc' },
    { ...ranges?.since, status: 'succeeded', ...defined({ sortBy: otherSort }), sortDirection: 'desc' },
  ];
  const sorted = defined({ sortBy: sorts.includes('status') ? 'status' : sortBy });
  if (ranges === undefined) return { full, bare: [{ ...sorted, status: 'failed' }, sorted] };
  const [upTo, since] = ranges.lone;
  return { full, bare: [{ ...since, status: 'failed' }, sorted, upTo] };
}

/** Ranges at both ends of the log, and each of their inner bounds alone; undefined if no moment within the log is known. */
function rangesOf(sense: logs.Ranges['sense']) {
  const { cuts, lo, hi } = sense;
  const [early, late] = [cuts[0], cuts.at(-1)];
  if (early === undefined) return undefined;
  return {
    upTo: logs.rangeQuery(sense, lo, early),
    since: logs.rangeQuery(sense, late, hi),
    lone: [logs.rangeQuery(sense, undefined, late), logs.rangeQuery(sense, early, undefined)] as const,
  };
}

/** Whether both are pages and differ in their items or total. */
function isOther(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one, other].map(({ response }) => responses.parsePage(response));
  if (a === undefined || b === undefined) return false;
  return a.totalItems !== b.totalItems || a.data.join('\n') !== b.data.join('\n');
}

interface Repeated extends Pick<Probes, 'full'> {
  readonly log: WebhookLog;
  readonly search: Search;
}

/** Fails if the search always returns one page after the first search, and always another one after the second. */
async function requireUnmoved({ log, search, full }: Repeated, query: LogQuery): Promise<void> {
  const [first, second]: readonly [Followed[], Followed[]] = [[], []];
  for (const turn of turns) {
    const before = await search(full[turn]);
    (turn === 0 ? first : second).push({ before, after: await search(query) });
  }
  const isSteady = [first, second].every((all) => all.every(({ after }) => !isOther(after, all[0]!.after)));
  const [one, other] = [first[0]!, second[0]!];
  if (!isSteady || !isOther(one.after, other.after)) return;
  fail(
    `${logs.describeQuery(query)} on webhook ${log.id} returned ${countOf(one.after)} after a search with ${logs.describeQuery(full[0])}, and ${countOf(other.after)} after one with ${logs.describeQuery(full[1])}, ${first.length} times each; expected the same after both`,
    [
      [one.before, 'one search'],
      [one.after, 'the bare search after it'],
      [other.before, 'another search'],
      [other.after, 'the same bare search after that'],
    ],
    { whateverChanges: true },
  );
}

function countOf({ response }: Exchange): string {
  const { data, totalItems } = responses.parsePage(response)!;
  return `${data.length} of ${totalItems} items`;
}
