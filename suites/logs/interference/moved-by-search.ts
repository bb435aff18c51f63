/**
 * Looks for searches that remove or change entries. A log may also change with time. So a search after which the log has changed is sent
 * again several times, in an irregular order with another search. The log must change after each of them and never after the other
 * search, although that one is given more time.
 */
import {
  type CheckContext,
  defined,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  type WebhookLog,
} from '../../../src/suite.ts';

/** A log up to this many pages is watched as a whole, a longer one at both ends. */
const mostPages = 2;
/** No more searches that seem to change the log are sent again. */
const mostSuspects = 2;
/** 1 for the suspect, 0 for the other search. No change that comes with time follows this order. */
const turns = [1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1] as const;
const timesEach = turns.length / 2;
/** How much longer the other search is given, so that a change that comes with time is more likely to follow it. */
const slowness = 2;

interface Tried {
  readonly name: string;
  send(log: WebhookLog): Promise<unknown>;
}

/** A log as it is at one moment. */
interface State {
  /** Undefined if a search was rejected. */
  readonly text: string | undefined;
  readonly total: number;
  readonly exchange: Exchange | undefined;
}

interface Moved {
  readonly suspect: Tried;
  readonly other: Tried;
  readonly before: State;
  readonly after: State;
}

/** Fails if one kind of search changes a log each time that it is sent. */
export async function expectNoneMovedBySearch(t: CheckContext, all: readonly WebhookLog[]): Promise<undefined> {
  for (const log of all) {
    if (Object.keys(log.scope).length > 0) continue;
    const tried = await searchesOf(t);
    const found = await log.lookInto((alone) => findMoved(alone, tried));
    if (found !== undefined) failMoved(log, found);
  }
}

function failMoved({ id }: WebhookLog, { suspect, other, before, after }: Moved): never {
  const shown = ({ total }: State) => `${total} items`;
  fail(
    `webhook ${id} had other items after each of ${timesEach} searches ${suspect.name} (${shown(before)} before the first, ${shown(after)} after the last), and after none of ${timesEach} searches ${other.name}, sent in an irregular order; expected no search to change the log`,
    [
      ...(before.exchange === undefined ? [] : [[before.exchange, 'before the searches', 'control'] as const]),
      ...(after.exchange === undefined ? [] : [[after.exchange, 'after them', 'wrong'] as const]),
    ],
    { symptom: { kind: 'check' }, reproduced: { times: timesEach, of: timesEach } },
  );
}

async function findMoved(log: WebhookLog, tried: readonly Tried[]): Promise<Moved | undefined> {
  const { suspects, others } = await tryEach(log, tried);
  const [other] = others;
  if (other === undefined || suspects.length > others.length) return undefined;
  for (const suspect of suspects.slice(0, mostSuspects)) {
    const ends = await moveEachTime(log, suspect, other);
    if (ends !== undefined) return { suspect, other, ...ends };
  }
  return undefined;
}

/** Sends each search once. Those after which the log has changed are suspects; there are none if it changes or grows anyway. */
async function tryEach(log: WebhookLog, tried: readonly Tried[]) {
  const [suspects, others]: [Tried[], Tried[]] = [[], []];
  let before = await stateOf(log);
  if (isOther(before, await stateOf(log))) return { suspects, others };
  for (const one of tried) {
    await one.send(log);
    const after = await stateOf(log);
    if (after.text === undefined || after.total > before.total) return { suspects: [], others };
    (isOther(before, after) ? suspects : others).push(one);
    before = after;
  }
  return { suspects, others };
}

/** The log before and after, if the suspect changed it each time, and the other search never. */
async function moveEachTime(log: WebhookLog, suspect: Tried, other: Tried) {
  const { clock } = log.client;
  const first = await stateOf(log);
  let last = first;
  let lastMs = 0;
  for (const turn of turns) {
    const began = clock.elapsed();
    if (turn === 0) await clock.sleep(slowness * lastMs);
    await (turn === 1 ? suspect : other).send(log);
    const now = await stateOf(log);
    if (now.text === undefined || now.total > last.total || isOther(last, now) !== (turn === 1)) return undefined;
    if (turn === 1) lastMs = clock.elapsed() - began;
    last = now;
  }
  return { before: first, after: last };
}

const isOther = (one: State, another: State): boolean => one.text !== another.text;

async function stateOf(log: WebhookLog): Promise<State> {
  const known = await log.readHead({}, mostPages);
  const isWhole = known.end === 'end';
  const ends = isWhole ? [known] : [known, await log.readHead({ sortDirection: 'asc' }, 1)];
  const isRead = ends.every(({ end, pages }) => pages.length > 0 && (end === 'end' || end === 'cut'));
  return {
    text: isRead ? JSON.stringify(ends.map(({ items, total }) => [total, items])) : undefined,
    total: known.total,
    exchange: known.pages[0]?.exchange,
  };
}

/** One search for each parameter. */
async function searchesOf(t: CheckContext): Promise<readonly Tried[]> {
  const [time, [sortBy]] = await Promise.all([t.logs.time(), t.logs.sorts()]);
  const at = time.understood ? time.sense.cuts[time.sense.cuts.length >> 1] : undefined;
  const ranges = time.understood && at !== undefined ? boundsAt(time.sense, at) : [];
  const queries: LogQuery[] = [
    { sortDirection: 'desc' },
    { status: 'failed' },
    { status: 'succeeded' },
    ...ranges,
    ...(sortBy === undefined ? [] : [defined({ sortBy })]),
  ];
  return [...queries.map(firstPageWith), pageBack];
}

const boundsAt = (sense: logs.Ranges['sense'], at: number): readonly LogQuery[] => [
  logs.rangeQuery(sense, at, undefined),
  logs.rangeQuery(sense, undefined, at),
];

const firstPageWith = (query: LogQuery): Tried => ({
  name: `with ${logs.describeQuery(query)}`,
  send: (log) => logs.readFirst(log.client, log.where(query)),
});

const pageBack: Tried = {
  name: 'by next and then by prev',
  send: (log) => logs.navigate(log.client, log.where({}), ['next', 'prev']),
};
