/**
 * A walk: the pages of one query, from the first along `next` to the end (§2, §4.4). A value; nothing is judged here.
 * Uses only a cursor of the page received last, at once, once: cursors may be single-use, short-lived or spent in pairs.
 */
import type { Client } from '../client/index.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import { type Bag, bagOf } from '../oracles/bag.ts';
import { type Page, parsePage } from '../oracles/response.ts';
import { describeQuery, type LogQuery, parametersOf } from './query.ts';

/** Beside a cursor, the query's parameters are left out (`alone`) or given again, all of them (`repeated`). */
export type CursorStyle = 'alone' | 'repeated';

export interface ReadPage {
  /** From 1, in the order of arrival. */
  readonly place: number;
  readonly reachedBy: 'first' | 'next' | 'prev';
  readonly exchange: Exchange;
  readonly page: Page;
}

/**
 * How a walk ended: no `next` any more; cut by our own budget; an answer that was no success; a success that is no page;
 * or more pages or items than the totals allow, so that it was left.
 */
export type WalkEnd = 'end' | 'cut' | 'refused' | 'malformed' | 'endless';

export interface Walk {
  readonly webhook: string;
  readonly query: LogQuery;
  readonly form: CursorStyle;
  readonly pages: readonly ReadPage[];
  readonly items: readonly string[];
  readonly bag: Bag;
  /** `totalItems` of the first page; -1 where there is none. */
  readonly total: number;
  readonly end: WalkEnd;
  /** The answer that ended it, where that was no page. */
  readonly last?: Exchange;
}

export interface WalkLimits {
  /** Pages after which the walk is cut. */
  readonly pages: number;
  /** Items after which the walk is cut. */
  readonly items: number;
  /** Pages after which a walk is cut that has, by its own total, more than one more page to go. */
  readonly early?: number;
  /** `totalItems` of the unfiltered log, where it is known: a walk may have as many pages, and ten. */
  readonly unfiltered?: number;
}

export interface Where {
  readonly webhook: string;
  readonly query: LogQuery;
  readonly form: CursorStyle;
  readonly signal?: AbortSignal;
}

/** The first page of a query. */
export function readFirst(client: Client, { webhook, query, signal }: Where): Promise<Exchange> {
  return client.send({
    operation: 'logs',
    webhook,
    query: parametersOf(query),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The page behind a cursor. */
export function readCursor(
  client: Client,
  { webhook, query, form, signal }: Where,
  side: 'next' | 'prev',
  cursor: string,
): Promise<Exchange> {
  const beside = form === 'repeated' ? parametersOf(query) : [];
  return client.send({
    operation: 'logs',
    webhook,
    query: [...beside, [side, cursor]],
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function walk(client: Client, where: Where, limits: WalkLimits): Promise<Walk> {
  const pages: ReadPage[] = [];
  const items: string[] = [];
  let exchange = await readFirst(client, where);
  let reachedBy: ReadPage['reachedBy'] = 'first';
  const done = (end: WalkEnd, last?: Exchange): Walk => ({
    webhook: where.webhook,
    query: where.query,
    form: where.form,
    pages,
    items,
    bag: bagOf(items),
    total: pages[0]?.page.totalItems ?? -1,
    end,
    ...(last === undefined ? {} : { last }),
  });
  for (;;) {
    if (!isAccepted(exchange)) return done('refused', exchange);
    const page = parsePage(exchange.response);
    if (page === undefined) return done('malformed', exchange);
    pages.push({ place: pages.length + 1, reachedBy, exchange, page });
    for (const item of page.data) items.push(item);
    if (page.next === undefined) return done('end');
    // Totals may grow with a live log: the latest one bounds the walk.
    const total = Math.max(page.totalItems, pages[0]!.page.totalItems);
    const longest = Math.max(...pages.slice(-3).map((read) => read.page.data.length), 1);
    if (pages.length > Math.max(total, limits.unfiltered ?? 0) + 10 || items.length > 2 * total + 2 * longest + 20)
      return done('endless');
    if (pages.length >= limits.pages || items.length >= limits.items) return done('cut');
    if (limits.early !== undefined && pages.length >= limits.early && items.length + longest < total)
      return done('cut');
    exchange = await readCursor(client, where, 'next', page.next);
    reachedBy = 'next';
  }
}

/** "the walk with status=failed". */
export function describeWalk(walk: Pick<Walk, 'query'>): string {
  return `the walk with ${describeQuery(walk.query)}`;
}

/** Whether the walk alone shows nothing wrong: it ended, and its items are as many as each page's total says. */
export function isConsistent(walk: Walk): boolean {
  return (
    walk.end === 'end' &&
    walk.items.length === walk.total &&
    walk.pages.every((read) => read.page.totalItems === walk.total)
  );
}
