/**
 * Parameters that leak from one search into the next, as where a target keeps them in a variable. Two searches with different
 * values of every parameter alternate. After each of them, the same searches with a single parameter must return the same page.
 */
import type { CheckContext, Exchange, LogQuery, WebhookLog } from '../../src/suite.ts';
import { defined, fail, logs, responses } from '../../src/suite.ts';

interface Probes {
  /** Two searches that set every parameter, each to a different value. */
  readonly full: readonly [LogQuery, LogQuery];
  /** Searches that set at most one of them. */
  readonly bare: readonly LogQuery[];
}

/** A bare search and the search before it. */
interface Followed {
  readonly before: Exchange;
  readonly after: Exchange;
}

/** Which of the two precedes the bare search. The order is irregular, so that replicas that take turns cannot follow it. */
const turns = [0, 1, 1, 0, 0, 1] as const;

/** Requires that bare searches return the same page after either search. No other check should search the log meanwhile. */
export async function expectNothingKept(t: CheckContext, log: WebhookLog): Promise<void> {
  const { full, bare } = await probesOf(t);
  const afterEach: Exchange[][] = [];
  for (const before of full) {
    await read(log, before);
    const found: Exchange[] = [];
    for (const query of bare) found.push(await read(log, query));
    afterEach.push(found);
  }
  const [first, second] = afterEach as [Exchange[], Exchange[]];
  const suspects = bare.filter((_, at) => isOther(first[at]!, second[at]!));
  for (const query of suspects) await log.exclusively((alone) => requireUnmoved(alone, full, query));
}

async function probesOf(t: CheckContext): Promise<Probes> {
  const [time, { all: sorts }] = await Promise.all([t.logs.time(), t.logs.distinctSorts()]);
  const [sortBy, otherSort = sortBy] = sorts;
  const ranges = time.understood ? rangesOf(time.sense) : undefined;
  const full: Probes['full'] = [
    { ...ranges?.upTo, status: 'failed', ...defined({ sortBy }), sortDirection: 'asc' },
    { ...ranges?.since, status: 'succeeded', ...defined({ sortBy: otherSort }), sortDirection: 'desc' },
  ];
  const bare = [...(ranges?.lone ?? []), sortBy === undefined ? {} : { sortBy }];
  return { full, bare };
}

/** Ranges at both ends of the log, and each of their inner bounds alone; undefined if no moment within the log is known. */
function rangesOf(sense: logs.Ranges['sense']) {
  const { cuts, lo, hi } = sense;
  const [early, late] = [cuts[0], cuts.at(-1)];
  if (early === undefined) return undefined;
  return {
    upTo: logs.rangeQuery(sense, lo, early),
    since: logs.rangeQuery(sense, late, hi),
    lone: [logs.rangeQuery(sense, undefined, late), logs.rangeQuery(sense, early, undefined)],
  };
}

async function read(log: WebhookLog, query: LogQuery): Promise<Exchange> {
  return logs.readFirst(log.client, log.where(query));
}

/** Whether both are pages and differ in their items or total. */
function isOther(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one, other].map(({ response }) => responses.parsePage(response));
  if (a === undefined || b === undefined) return false;
  return a.totalItems !== b.totalItems || a.data.join('\n') !== b.data.join('\n');
}

/** Fails if the search always returns one page after the first search, and always another one after the second. */
async function requireUnmoved(alone: WebhookLog, full: Probes['full'], query: LogQuery): Promise<void> {
  const [first, second]: readonly [Followed[], Followed[]] = [[], []];
  for (const turn of turns) {
    const before = await read(alone, full[turn]);
    (turn === 0 ? first : second).push({ before, after: await read(alone, query) });
  }
  const isSteady = [first, second].every((all) => all.every(({ after }) => !isOther(after, all[0]!.after)));
  const [one, other] = [first[0]!, second[0]!];
  if (!isSteady || !isOther(one.after, other.after)) return;
  fail(
    `${logs.describeQuery(query)} on webhook ${alone.id} returned ${countOf(one.after)} after a search with ${logs.describeQuery(full[0])}, and ${countOf(other.after)} after one with ${logs.describeQuery(full[1])}, ${first.length} times each; expected the same after both`,
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
