/**
 * Whether the items of a page belong to the body of its creation: two bodies that no event can belong to must not share an item, and no
 * item may name ids of another body only. Creations sent one after another show whether items can be judged so.
 */
import type { CreationBody, Exchange, Proof } from '../../src/suite.ts';
import { logs, responses } from '../../src/suite.ts';
import type { SentCreation } from '../lib/creations-at-once.ts';
import { withoutTime } from './moments.ts';

const { isAccepted, parsePage } = responses;

/** Number of items and total of a page. */
export interface Numbers {
  readonly items: number;
  readonly total: number;
}

/** A body, and the numbers that it has alone. */
export interface Known {
  readonly body: CreationBody;
  readonly numbers: Numbers;
  readonly exchange: Exchange;
}

/** The proof that a burst mixed bodies up. */
export interface Mixed {
  readonly message: string;
  readonly proof: readonly Proof[];
}

type Lists = 'profileIds' | 'calendarIds';
const lists: readonly Lists[] = ['profileIds', 'calendarIds'];

/** The items of a page that no other page can have by chance. */
function identifyingItems({ exchange }: Pick<SentCreation, 'exchange'>): readonly string[] {
  const { data = [] } = (isAccepted(exchange) ? parsePage(exchange.response) : undefined) ?? {};
  return data.filter((item) => logs.isIdentifying(item));
}

/** The bodies whose page, alone, is not full: it lists their own results, and not the newest events. */
function bodiesWithRoom(alone: readonly Known[]): readonly CreationBody[] {
  return alone.filter(({ body, numbers }) => numbers.items < body.limit).map(({ body }) => body);
}

/**
 * The bodies for a burst: each shares no possible event with at least one of the others. Empty if items do not show which body they
 * belong to.
 */
export function bodiesApart(alone: readonly Known[]): readonly CreationBody[] {
  if (!tellEventsApart(alone) && !lists.some((list) => nameOwnIds(alone, list))) return [];
  const known = alone.filter((one) => identifyingItems(one).length > 0).map(({ body }) => body);
  const bodies = bodiesWithRoom(alone).filter((body) => known.includes(body));
  return bodies.filter((body) => bodies.some((other) => areApart(body, other)));
}

/** The proof that a page of a burst has an item of another body. */
export function findOtherItem(alone: readonly Known[], together: readonly SentCreation[]): Mixed | undefined {
  const bodies = bodiesWithRoom(alone);
  const judged = together.filter(({ body }) => bodies.includes(body));
  return (tellEventsApart(alone) ? findShared(alone, judged) : undefined) ?? findForeign(alone, judged);
}

/** Whether items differ by event, and belong to their body. */
function tellEventsApart(alone: readonly Known[]): boolean {
  const bodies = bodiesWithRoom(alone);
  const judged = alone.filter(({ body }) => bodies.includes(body));
  return (
    belongToBodies(alone) && firstShared(judged) === undefined && !alone.some(repeatsItem) && !showOnlyMoment(alone)
  );
}

/** Whether items of different bodies differ only in the moment that they show: creations at once may have the same one. */
function showOnlyMoment(alone: readonly Known[]): boolean {
  const bare = alone.map((sent) => {
    const { startedAt } = sent.exchange;
    return new Set(identifyingItems(sent).map((item) => withoutTime(item, startedAt)));
  });
  return bare.some((items, at) => bare.slice(at + 1).some((others) => [...items].some((item) => others.has(item))));
}

/**
 * Whether items belong to their body: their number depends on it, or they name its ids. Other items may stand for what creations at once
 * have in common, such as a batch or a revision of the calendar.
 */
function belongToBodies(alone: readonly Known[]): boolean {
  const namesIds = (known: Known) =>
    identifyingItems(known).some((item) =>
      [...known.body.profileIds, ...known.body.calendarIds].some((id) => item.includes(id)),
    );
  return new Set(alone.map(({ numbers }) => numbers.items)).size > 1 || alone.every(namesIds);
}

/** Whether a page has an item twice, as where all events of a moment look alike. */
function repeatsItem({ exchange }: Known): boolean {
  const data = parsePage(exchange.response)?.data ?? [];
  return new Set(data).size < data.length;
}

/** Whether no event can belong to both bodies. Items of the same profile and calendar may be equal, for example if they show the time. */
function areApart(one: CreationBody, other: CreationBody): boolean {
  return lists.some((list) => !one[list].some((id) => other[list].includes(id)));
}

/** Two pages of a burst that have an item in common. */
function findShared(alone: readonly Known[], together: readonly SentCreation[]): Mixed | undefined {
  const shared = firstShared(together);
  if (shared === undefined) return undefined;
  const { item, one, other } = shared;
  const known = alone.filter(({ body }) => body === one.body || body === other.body);
  return {
    message: `creations at once returned the same item, ${logs.truncate(item)}, for two bodies that no event can belong to, and again; one after another they did not`,
    proof: [
      ...known.map(({ exchange }): Proof => [exchange, 'alone, before']),
      [one.exchange, 'in parallel with others'],
      [other.exchange, 'another body at the same time: the same item', 'wrong'],
    ],
  };
}

/** The first item that the pages of two of these bodies have in common, if no event can belong to both. */
function firstShared(sent: readonly Pick<SentCreation, 'body' | 'exchange'>[]) {
  const holders = new Map<string, Pick<SentCreation, 'body' | 'exchange'>[]>();
  for (const other of sent)
    for (const item of identifyingItems(other)) {
      const known = holders.get(item) ?? [];
      const one = known.find(({ body }) => areApart(body, other.body));
      if (one !== undefined) return { item, one, other };
      holders.set(item, [...known, other]);
    }
  return undefined;
}

/** A page of a burst with an item that names ids of another body only. Sent alone, each body gets items that name its own ids. */
function findForeign(alone: readonly Known[], together: readonly SentCreation[]): Mixed | undefined {
  for (const list of lists.filter((one) => nameOwnIds(alone, one)))
    for (const { body, exchange } of together) {
      const item = identifyingItems({ exchange }).find((one) => isForeign(namedIn(one, alone, list), body[list]));
      if (item === undefined) continue;
      return {
        message: `a creation sent at once with others returned the item ${logs.truncate(item)}, which names ${list} of another body and none of its own; sent alone, each item names its own`,
        proof: [
          ...alone.filter((one) => one.body === body).map((one): Proof => [one.exchange, 'alone, before']),
          [exchange, 'in parallel with others', 'wrong'],
        ],
      };
    }
  return undefined;
}

/** Whether each item names an id of its own body, and none of another body. */
function nameOwnIds(alone: readonly Known[], list: Lists): boolean {
  return alone.every((known) => {
    const items = identifyingItems(known);
    const own = known.body[list];
    return (
      items.length > 0 &&
      items.every((item) => {
        const named = namedIn(item, alone, list);
        return named.length > 0 && named.every((id) => own.includes(id));
      })
    );
  });
}

const isForeign = (named: readonly string[], own: readonly string[]): boolean =>
  named.length > 0 && !named.some((id) => own.includes(id));

/** The ids of all bodies that an item names, as whole words: a longer id or number contains a short one by chance. */
function namedIn(item: string, alone: readonly Known[], list: Lists): readonly string[] {
  const ids = new Set(alone.flatMap(({ body }) => body[list]));
  return [...ids].filter((id) => wordOf(id).test(item));
}

function wordOf(id: string): RegExp {
  const literal = id.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u');
}
