/**
 * Parameters that leak from one search into the next, as where a target keeps them in a variable. Two searches with different
 * values of every parameter alternate. After each of them, the same searches with a single parameter must return the same page.
 */
import type { CheckContext, Exchange, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { defined, fail, logs } from '../../../src/suite.ts';
import { isOther, isSamePage, onOneConnection, pageInWords, type Search } from './one-connection.ts';
import { expectOwnPageOfBounds } from './taken-bounds.ts';

interface Probes {
  /** Two searches that set every parameter, each to a different value. */
  readonly full: readonly [LogQuery, LogQuery];
  /** Searches that set few of them. The last two differ only in the name of one parameter, if a moment is known. */
  readonly bare: readonly LogQuery[];
  /** The moment at which one of the last two begins and the other one ends, ms since the epoch. */
  readonly moment?: number | undefined;
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
  const { full, bare, moment } = await probesOf(t);
  const pages = await onOneConnection(log, async (search) => {
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
    return { first, second: second.toReversed() };
  });
  const { first, second } = pages;
  if (moment !== undefined && [first, second].some((all) => isSamePage(all.at(-2)!, all.at(-1)!)))
    await expectOwnPageOfBounds(t, log, moment);
  const suspects = bare.filter((_, at) => isOther(first[at]!, second[at]!));
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

async function probesOf(t: CheckContext): Promise<Probes> {
  const [time, { all: sorts }] = await Promise.all([t.logs.time(), t.logs.distinctSorts()]);
  const [sortBy, otherSort = sortBy] = sorts;
  const ranges = time.understood ? rangesOf(time.sense) : undefined;
  const full: Probes['full'] = [
    { ...ranges?.since, status: 'succeeded', ...defined({ sortBy }), sortDirection: 'asc' },
    { ...ranges?.upTo, status: 'failed', ...defined({ sortBy: otherSort }), sortDirection: 'desc' },
  ];
  const sorted = defined({ sortBy: sorts.includes('status') ? 'status' : sortBy });
  if (ranges === undefined) return { full, bare: [sorted, { ...sorted, status: 'failed' }] };
  const { moment, alone } = ranges;
  return { full, bare: [sorted, ...alone.map((bound) => ({ ...bound, status: 'failed' as const }))], moment };
}

/**
 * Ranges at both ends of the log, and either bound alone at one moment: their searches differ only in the name of a parameter.
 * Undefined if no moment within the log is known.
 */
function rangesOf(sense: logs.Ranges['sense']) {
  const { cuts, lo, hi } = sense;
  const [early, late] = [cuts[0], cuts.at(-1)];
  if (early === undefined || late === undefined) return undefined;
  return {
    since: logs.rangeQuery(sense, early, hi),
    upTo: logs.rangeQuery(sense, lo, early),
    moment: late,
    alone: [logs.rangeQuery(sense, late, undefined), logs.rangeQuery(sense, undefined, late)] as const,
  };
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
    `${logs.describeQuery(query)} on webhook ${log.id} returned ${pageInWords(one.after)} after a search with ${logs.describeQuery(full[0])}, and ${pageInWords(other.after)} after one with ${logs.describeQuery(full[1])}, ${first.length} times each; expected the same after both`,
    [
      [one.before, 'one search'],
      [one.after, 'the bare search after it'],
      [other.before, 'another search'],
      [other.after, 'the same bare search after that'],
    ],
    { whateverChanges: true },
  );
}
