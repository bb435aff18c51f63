/** Bounds that are ignored show by ranges beyond the log, also where it changes while it is read: nothing arrives out there. */
import {
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  responses,
  type WebhookLog,
} from '../../../src/suite.ts';
import { mayBeTurned } from '../../lib/turned-bounds.ts';

type Bounds = readonly [from: number | undefined, to: number | undefined];

interface FarRange {
  readonly beyond: Bounds;
  /** The same with each bound at the other end of the calendar, so that the log lies inside. */
  readonly around: Bounds;
}

const early = Date.UTC(2000, 0, 2);
const late = Date.UTC(2098, 11, 30);
const past = Date.UTC(1990, 0, 2);
const future = Date.UTC(2099, 11, 30);

const farRanges: readonly FarRange[] = [
  { beyond: [future, undefined], around: [early, undefined] },
  { beyond: [undefined, past], around: [undefined, late] },
  { beyond: [past, Date.UTC(1991, 0, 2)], around: [early, late] },
];

interface Reading {
  readonly query: LogQuery;
  readonly exchange: Exchange;
  /** Items of the first page; undefined for a rejection. */
  readonly items: number | undefined;
}

/**
 * Of a log that grows, requires that a range beyond it is empty if another one is, twice in turn. That one must have items with
 * its bounds at the other ends of the calendar: then the target reads the format, and seconds are not taken for milliseconds.
 */
export async function expectFarBoundsToMatter(t: CheckContext): Promise<void> {
  if (t.effort.isLean) return;
  const { log, scope, changing } = await t.logs.baseline();
  const time = await t.logs.time();
  if (!time.understood || !(changing || scope.kind === 'window')) return;
  const read = async ([from, to]: Bounds): Promise<Reading> => {
    const query = logs.rangeQuery(time.sense, from, to);
    const exchange = await logs.readFirst(t.client, { webhook: log.id, query, form: 'alone' });
    return { query, exchange, items: responses.parsePage(exchange.response)?.data.length };
  };
  const first = await Promise.all(farRanges.map(async (range) => ({ ...range, ...(await read(range.beyond)) })));
  let ignored: (typeof first)[number] | undefined;
  for (const range of first) if (hasItems(range) && !(await mayBeTurned(t, time.sense, range.query))) ignored ??= range;
  if (ignored === undefined) return;
  for (const { beyond, around } of first.filter(({ items }) => items === 0)) {
    const whole = await read(around);
    const obeyed = await read(beyond);
    const wrong = await read(ignored.beyond);
    if (hasItems(whole) && obeyed.items === 0 && hasItems(wrong)) failOn(wrong, obeyed, whole);
  }
}

const hasItems = ({ items = 0 }: Reading): boolean => items > 0;

function failOn(wrong: Reading, obeyed: Reading, whole: Reading): never {
  const [ignored, empty, all] = [wrong, obeyed, whole].map(({ query }) => logs.describeQuery(query));
  fail(
    `${ignored} lies beyond the log and returned ${wrong.items} items on its first page, twice; expected none, as with ${empty}`,
    [
      [whole.exchange, `${all} has items: the format is read`, 'control'],
      [obeyed.exchange, `${empty} has none`],
      [wrong.exchange, ignored!, 'wrong'],
    ],
    { symptom: { kind: 'check', shows: 'no-items' }, whateverChanges: true },
  );
}

/** Requires that nothing lies beyond the log of another webhook. A log that is empty or keeps changing is left out. */
export async function expectNothingFar(
  t: CheckContext,
  { sense }: logs.Ranges,
  other: WebhookLog,
  queries: readonly LogQuery[],
) {
  const { items } = await other.walk();
  for (const query of items.length === 0 ? [] : queries) {
    const result = await other.checkRelation([query], isEmpty);
    if (result.kind === 'broken' && !(await mayBeTurned(t, sense, query))) logs.failWith(result.found);
  }
}

/** A range that lies beyond the log has no items. */
export const isEmpty: logs.Oracle = ([walk]) => {
  if (walk === undefined || walk.items.length === 0) return undefined;
  const message = `${logs.describeQuery(walk.query)} lies beyond the log and returned ${walk.items.length} items, such as ${logs.truncate(walk.items[0]!)}; expected none`;
  return { message, proof: logs.proofOfWalk(walk).slice(0, 1) };
};
