/**
 * A walk: the pages of one query, from the first along `next` to the end (§2, §4.4). It is a value; nothing is judged here.
 * Only a cursor of the page received last is used, at once and once: cursors may be single-use, short-lived or paired.
 */
import { type Client, NotSent } from '../client/index.ts';
import { isBeyondLimit } from '../core/body.ts';
import { defined } from '../core/defined.ts';
import { type Exchange, isAccepted, type OperationRequest } from '../core/exchange.ts';
import { mayBeOutage } from '../core/outage.ts';
import { type Bag, bagOf } from '../oracles/bag.ts';
import { type Page, parsePage } from '../schema/page.ts';
import { describeQuery, type LogQuery, parametersOf } from './query.ts';

/** Whether the query's parameters are omitted beside a cursor (`alone`) or sent again, all of them (`repeated`). */
export type CursorStyle = 'alone' | 'repeated';

export function otherStyle(style: CursorStyle): CursorStyle {
  return style === 'repeated' ? 'alone' : 'repeated';
}

export interface ReadPage {
  /** From 1, in the order of arrival. */
  readonly place: number;
  readonly reachedBy: 'first' | 'next' | 'prev';
  readonly exchange: Exchange;
  readonly page: Page;
}

/**
 * How a walk ended: at a page without `next`, or past its items ({@link isPastItems}); cut by our own limits; at a request
 * that an outage may have lost; at a response that is not a 2xx; at a 2xx that is not a page; or abandoned because it has
 * more pages or items than its totals allow.
 */
export type WalkEnd = 'end' | 'cut' | 'lost' | 'refused' | 'malformed' | 'endless';

export interface Walk {
  readonly webhook: string;
  readonly query: LogQuery;
  readonly form: CursorStyle;
  readonly pages: readonly ReadPage[];
  readonly items: readonly string[];
  readonly bag: Bag;
  /** `totalItems` of the first page; -1 without one. */
  readonly total: number;
  readonly end: WalkEnd;
  /** The exchange that ended the walk, if its response is not a page. */
  readonly last?: Exchange;
  /** Only the first pages were read with this query: the others are those of a walk that begins alike; see {@link KnownPages}. */
  readonly isStandIn?: true;
}

export interface WalkLimits {
  /** Pages after which the walk is cut. */
  readonly pages: number;
  /** Items after which the walk is cut. */
  readonly items: number;
  /** Pages after which a walk is cut if, by its own total, more than one page remains. */
  readonly early?: number;
  /** `totalItems` of the unfiltered log, if it is known: a walk may have as many pages, and ten more. */
  readonly unfiltered?: number;
}

/** Pages that the run has read, so that a walk need not read them again. */
export interface KnownPages {
  /** The first page. Its cursor may be too old, so that a rejection of that proves nothing. */
  readonly first?: Exchange | undefined;
  /** A walk without problems: one that begins with its first {@link pagesAlike} pages is taken to go on as it does. */
  readonly like?: Walk | undefined;
  /** A walk of the same that was cut, which is continued from its last page. */
  readonly begun?: Walk;
}

/** Number of equal first pages after which a walk is taken for another known one. */
const pagesAlike = 3;

/** Pages beyond which a walk is long: checks then read fewer variants of it. */
export const longWalkPages = 60;

export function isLongWalk({ pages }: { readonly pages: { readonly length: number } }): boolean {
  return pages.length > longWalkPages;
}

/** Details of a request that must not matter to a search. */
export interface Manner {
  /** Headers added to those of every search. */
  readonly headers?: OperationRequest['headers'];
  /** Whether parameters are sent in the opposite order, with a cursor before them. */
  readonly isReversed?: boolean;
  readonly connection?: OperationRequest['connection'];
  /** Each search has an unknown parameter that no other one has, so that no cache knows its address. */
  readonly pastCaches?: true;
}

/** Which log is read with which query, and how its cursors are used. */
export interface Where extends Manner {
  readonly webhook: string;
  readonly query: LogQuery;
  readonly form: CursorStyle;
}

/** The status comes last: if only the beginning of a long URL counts, it is confused with the other one. */
const sentParametersOf = (query: LogQuery) => parametersOf(query).reverse();

type Parameters = ReturnType<typeof parametersOf>;

function sendSearch(
  client: Client,
  { webhook, headers, isReversed, connection, pastCaches }: Where,
  parameters: Parameters,
): Promise<Exchange> {
  const ordered = isReversed === true ? parameters.toReversed() : parameters;
  const query = pastCaches === true ? [...ordered, unknownParameter(client)] : ordered;
  return client.send(defined({ operation: 'logs' as const, webhook, query, headers, connection }));
}

/** Another one each time, and in each run: a run before may have left its addresses in a cache. */
const unknownParameter = ({ clock, usage }: Client): Parameters[number] => ['cawl', `${clock.now()}-${usage.sent}`];

/** Requests the first page of a query. */
export function readFirst(client: Client, where: Where): Promise<Exchange> {
  return sendSearch(client, where, sentParametersOf(where.query));
}

/**
 * Requests the page that a cursor leads to.
 * @throws NotSent for a cursor that no URL can carry
 */
export async function readCursor(
  client: Client,
  where: Where,
  side: 'next' | 'prev',
  cursor: string,
): Promise<Exchange> {
  // Half of a surrogate pair has no octets in UTF-8 (RFC 3629 §3), which a URL is written in.
  if (/\p{Cs}/u.test(cursor))
    throw new NotSent('own-limit', 'the cursor has half of a surrogate pair, which no URL can carry');
  const repeated = where.form === 'repeated' ? sentParametersOf(where.query) : [];
  return sendSearch(client, where, [...repeated, [side, cursor]]);
}

/** Reads a query from its first page along `next`, until it ends or a limit is reached. */
export async function walk(
  client: Client,
  where: Where,
  limits: WalkLimits,
  { first, like, begun }: KnownPages = {},
): Promise<Walk> {
  const pages: ReadPage[] = [...(begun?.pages ?? [])];
  const decoded: Page[] = pages.map(({ page }) => page);
  const items: string[] = [...(begun?.items ?? [])];
  const done = (end: WalkEnd, last?: Exchange): Walk => {
    const { webhook, query, form } = where;
    const total = pages[0]?.page.totalItems ?? -1;
    return defined({ webhook, query, form, pages, items, bag: bagOf(items), total, end, last });
  };
  const chain = client.chain();
  const cursor = pages.at(-1)?.page.next;
  let exchange =
    first ?? (await (cursor === undefined ? readFirst(chain, where) : readCursor(chain, where, 'next', cursor)));
  for (;;) {
    if (!isAccepted(exchange)) return done(mayBeOutage(exchange) ? 'lost' : 'refused', exchange);
    const page = parsePage(exchange.response);
    if (page === undefined) return done(isBeyondLimit(exchange.response!) ? 'cut' : 'malformed', exchange);
    pages.push({ place: pages.length + 1, reachedBy: pages.length === 0 ? 'first' : 'next', exchange, page });
    decoded.push(page);
    for (const item of page.data) items.push(item);
    if (page.next === undefined || isPastItems(decoded, items.length)) return done('end');
    if (like !== undefined && beginsWithPagesOf(decoded, like)) {
      const rest = like.pages.slice(pages.length);
      return { ...done('end'), pages: [...pages, ...rest], items: like.items, bag: like.bag, isStandIn: true };
    }
    const limit = limitReached(pages, items.length, limits);
    if (limit !== undefined) return done(limit);
    exchange = await readCursor(chain, where, 'next', page.next);
  }
}

/** Whether just enough pages are those of another walk, page by page; one that hardly goes on is read to its end. */
function beginsWithPagesOf(pages: readonly Page[], like: Walk): boolean {
  if (pages.length !== pagesAlike || like.pages.length < pagesAlike + 2) return false;
  return pages.every(({ totalItems, data }, index) => {
    const other = like.pages[index]!.page;
    return (
      totalItems === other.totalItems &&
      data.length === other.data.length &&
      data.every((item, place) => item === other.data[place])
    );
  });
}

/**
 * Whether pages that each have a `next` have come to an end all the same: the walk has its items, and an empty page leads to
 * an empty one. Such cursors let a client ask again later for new items.
 *
 * @param pages from the first one on
 * @param items how many items the pages have
 */
export function isPastItems(pages: readonly Page[], items: number): boolean {
  const [before, last] = pages.slice(-2);
  if (before === undefined || last === undefined || last.data.length > 0) return false;
  if (items < Math.min(pages[0]!.totalItems, last.totalItems)) return false;
  // A page that leads to itself need not be read again.
  return before.data.length === 0 || before.next === last.next;
}

function limitReached(pages: readonly ReadPage[], items: number, limits: WalkLimits): 'endless' | 'cut' | undefined {
  // Totals may grow with the log while it is read, so the latest one counts too.
  const total = Math.max(pages.at(-1)!.page.totalItems, pages[0]!.page.totalItems);
  const longest = Math.max(...pages.slice(-3).map((read) => read.page.data.length), 1);
  if (pages.length > Math.max(total, limits.unfiltered ?? 0) + 10) return 'endless';
  if (items > 2 * total + 2 * longest + 20) return 'endless';
  if (pages.length >= limits.pages || items >= limits.items) return 'cut';
  const early = limits.early !== undefined && pages.length >= limits.early;
  return early && items + longest < total ? 'cut' : undefined;
}

/** The exchanges that a walk rests on, also the one that ended it. None without a page: such a walk proves nothing. */
export function exchangesOf({ pages, last }: Walk): readonly Exchange[] {
  const read = pages.map((page) => page.exchange);
  if (read.length === 0) return [];
  return last === undefined ? read : [...read, last];
}

/** Whether a walk was read to its end: relations compare only such walks. */
export function isComplete({ end }: Pick<Walk, 'end'>): boolean {
  return end === 'end';
}

/** Whether two walks have the same items in the same order, as far as the first goes. */
export function hasSameOrder({ items }: Walk, other: Walk): boolean {
  return items.every((item, index) => item === other.items[index]);
}

/** Whether a walk begins as another one goes, page by page or not, with its total on every page. */
export function beginsAs(head: Walk, { items, total }: Pick<Walk, 'items' | 'total'>): boolean {
  const isRead = head.end === 'cut' ? head.items.length > 0 : head.end === 'end' && head.items.length === items.length;
  return (
    isRead &&
    head.items.every((item, index) => item === items[index]) &&
    head.pages.every(({ page }) => page.totalItems === total)
  );
}

/** "the walk with status=failed". */
export function describeWalk(walk: Pick<Walk, 'query'>): string {
  return `the walk with ${describeQuery(walk.query)}`;
}

/** An item that one page has twice, though a complete walk of the log has it once; undefined if there is none. */
export function findRepeatOnPage({ pages }: Walk, { bag }: Pick<Walk, 'bag'>): string | undefined {
  for (const { page } of pages) {
    const { data } = page;
    if (new Set(data).size === data.length) continue;
    const repeat = data.find((item, at) => bag.get(item) === 1 && data.indexOf(item) < at);
    if (repeat !== undefined) return repeat;
  }
  return undefined;
}

/** Whether the walk by itself shows no problem: it ended, and every page's total is the number of its items. */
export function isConsistent(walk: Walk): boolean {
  return (
    walk.end === 'end' &&
    walk.items.length === walk.total &&
    walk.pages.every((read) => read.page.totalItems === walk.total)
  );
}
