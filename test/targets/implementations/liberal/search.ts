/** Searches: filters, ranges, orders and cursors of any legal kind (§4.4). */
import { setTimeout as delay } from 'node:timers/promises';
import { readers } from './bounds.ts';
import { Cursors, describe, type Place } from './cursors.ts';
import { LiberalLog } from './log.ts';
import { keyOf, type Log, Order, type Query, updatedAt } from './order.ts';
import { Refusal } from './refusal.ts';
import type { SearchLiberties } from './search-options.ts';

/** What a direction without a sort field orders by, if that is not the usual order. */
const ofDirectionAlone: { readonly [direction in SearchLiberties['direction']]?: Query['by'] } = {
  'by-id': 'id',
  'by-status': 'status',
};

export class Search {
  readonly #how: SearchLiberties;
  readonly #logs: ReadonlyMap<string, LiberalLog>;
  readonly #order: Order;
  readonly #cursors: Cursors;
  readonly #cached = new Map<string, { readonly until: number; readonly body: object }>();
  readonly #inProgress = new Map<string, Promise<object>>();
  readonly #counts = new Map<string, { readonly until: number; readonly count: number }>();
  readonly #warmDays = new Set<string>();
  #requests = 0;
  #turns = 0;

  constructor(how: SearchLiberties, logs: ReadonlyMap<string, LiberalLog>) {
    this.#how = how;
    this.#logs = logs;
    this.#order = new Order(how);
    this.#cursors = new Cursors(how);
  }

  /** The page for a request, given its whole target as the key of what requests share. */
  answer(webhook: string, parameters: URLSearchParams, target: string): object | Promise<object> {
    const { sharesForMs } = this.#how;
    if (sharesForMs === undefined) return this.#page(webhook, parameters, target);
    const known = this.#inProgress.get(target);
    if (known !== undefined) return known;
    const own = delay(sharesForMs)
      .then(() => this.#page(webhook, parameters, target))
      .finally(() => this.#inProgress.delete(target));
    this.#inProgress.set(target, own);
    return own;
  }

  /** Ends the cursors that were issued so far. */
  endCursors(): void {
    this.#cursors.end();
  }

  #page(webhook: string, parameters: URLSearchParams, target: string): object {
    const { cacheMs, cachingNodes = 1 } = this.#how;
    this.#turns += 1;
    const key = `${this.#turns % cachingNodes} ${target}`;
    const cached = this.#cached.get(key);
    if (cached !== undefined && cached.until > Date.now()) return cached.body;
    const body = this.#read(webhook, parameters);
    if (cacheMs !== undefined) this.#cached.set(key, { until: Date.now() + cacheMs, body });
    return body;
  }

  /** How long the search that returned this page takes, ms. */
  delayOf(parameters: URLSearchParams, page: object): number {
    const { slow } = this.#how;
    if (slow === undefined) return 0;
    if (slow.searches === 'last-page') {
      const { cursor } = page as { readonly cursor: { readonly next: string | null } };
      return cursor.next === null && parameters.get('next') !== null ? slow.ms : 0;
    }
    const day = parameters.get('from')?.slice(0, 10);
    if (day === undefined || this.#warmDays.has(day)) return 0;
    this.#warmDays.add(day);
    return slow.ms;
  }

  #greeting(): LiberalLog | undefined {
    const { greeting } = this.#how;
    return greeting === undefined
      ? undefined
      : new LiberalLog({ count: 1, seed: 1, days: 1, item: () => greeting }, this.#how);
  }

  #read(webhook: string, parameters: URLSearchParams): object {
    const given = parameters.get('next') ?? parameters.get('prev');
    const cursor = given === '' && this.#how.emptyFirstCursor === true ? null : given;
    const back = cursor !== null && parameters.get('next') === null;
    const asked = this.#asked(parameters);
    const place = cursor === null ? undefined : this.#cursors.open(cursor, webhook, back, parameters);
    const log = this.#logs.get(webhook) ?? this.#greeting();
    if (log === undefined) throw new Refusal(404, 'no such webhook');
    const query = place?.query ?? asked;
    this.#requests += 1;
    const matching = this.#matching(log, query);
    const all = matching.toSorted((a, b) => this.#order.compare(a, b, query));
    const { pageSizes, backPageSize } = this.#how;
    const usual = pageSizes[this.#requests % pageSizes.length]!;
    const turn = back ? (backPageSize ?? usual) : usual;
    const size = place === undefined ? Math.max(turn, 1) : turn;
    const rows = sliceAt(all, place, size, (row) => this.#order.isBefore(row, place!, query));
    const search = place?.search ?? this.#cursors.begin();
    const text = describe(parameters);
    const cursorAt = (row: Log | undefined, towards: boolean) =>
      row === undefined
        ? null
        : this.#cursors.issue({
            webhook,
            query,
            text,
            back: towards,
            after: !towards,
            key: keyOf(row, query),
            seq: row.seq,
            issued: Date.now(),
            search,
          });
    // An empty page stands where the one before it ended.
    const again = (towards: boolean) =>
      place === undefined ? null : this.#cursors.issue({ ...place, text, back: towards, issued: Date.now() });
    const beginning = (): Place => {
      const key = query.descending ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      return { webhook, query, text, back: false, after: true, key, seq: 0, issued: Date.now(), search };
    };
    const poll = () => {
      if (this.#how.polls === 'same' && cursor !== null && !back) return cursor;
      return this.#cursors.issue({ ...(place ?? beginning()), back: false, issued: Date.now() });
    };
    const nextAfter = (row: Log | undefined) => {
      if (row !== undefined) return cursorAt(row, false);
      return this.#how.polls === undefined ? again(false) : poll();
    };
    const first = rows[0];
    const last = rows.at(-1);
    const before = () => {
      if (first === undefined) return again(true);
      return this.#how.emptyFirstCursor === true && all.indexOf(first) === size ? '' : cursorAt(first, true);
    };
    const more = this.#hasMore(all, rows, place, query);
    return {
      data: rows.map((row) => this.#shown(row, webhook)),
      cursor: {
        next: more.next ? nextAfter(last) : null,
        prev: more.prev ? before() : null,
        totalItems: this.#total(`${webhook} ${JSON.stringify(query)}`, all.length),
      },
    };
  }

  /** Whether pages follow and precede; on an empty page they lie on either side of its place. */
  #hasMore(all: Log[], rows: Log[], place: Place | undefined, query: Query): { next: boolean; prev: boolean } {
    const [first, last] = [rows[0], rows.at(-1)];
    const polls = this.#how.polls !== undefined;
    if (first === undefined || last === undefined) {
      const before = place === undefined ? 0 : all.filter((row) => this.#order.isBefore(row, place, query)).length;
      return { next: polls || before < all.length, prev: before > 0 };
    }
    return { next: polls || last !== all.at(-1) || this.#how.endsWithEmptyPage === true, prev: first !== all[0] };
  }

  #matching(log: LiberalLog, query: Query): Log[] {
    const { replicaLagsMs = [0], statusLagMs = 0, timelessEvery = Number.POSITIVE_INFINITY } = this.#how;
    const replica = replicaLagsMs[this.#requests % replicaLagsMs.length]!;
    const lag = Math.max(replica, query.status === undefined ? 0 : statusLagMs);
    return log.at(Date.now() - lag).filter((entry) => {
      const isOfUpdate = this.#how.boundsSortField === true && query.by === 'updated';
      const moment = isOfUpdate ? updatedAt(entry) : entry.at;
      const known = this.#how.range === 'sequence' ? entry.seq : moment;
      const value = (entry.seq + 1) % timelessEvery === 0 ? Number.NaN : known;
      return (
        (query.status === undefined || entry.status === query.status) &&
        (query.from === undefined || value >= query.from) &&
        (query.to === undefined || value <= query.to)
      );
    });
  }

  /** A count may be older than the page, but never smaller than what the page shows. */
  #total(key: string, count: number): number {
    const { countCacheMs } = this.#how;
    if (countCacheMs === undefined) return count;
    const known = this.#counts.get(key);
    if (known !== undefined && known.until > Date.now()) return known.count;
    this.#counts.set(key, { until: Date.now() + countCacheMs, count });
    return count;
  }

  #asked(parameters: URLSearchParams): Query {
    const { newestFirst, direction, sortsByAge, sortBy } = this.#how;
    const status = parameters.get('status');
    if (status !== null && status !== 'succeeded' && status !== 'failed') throw new Refusal(400, 'status');
    const named = parameters.get('sortBy');
    const meaning = named === null || !Object.hasOwn(sortBy, named) ? undefined : sortBy[named];
    if (named !== null && meaning === undefined && this.#how.ignoresOtherSorts !== true)
      throw this.#unsupported('sortBy');
    const given = parameters.get('sortDirection');
    if (given !== null && given !== 'asc' && given !== 'desc') throw new Refusal(400, 'sortDirection');
    const heard = direction !== 'with-field' || (meaning !== undefined && meaning !== 'none') ? given : null;
    const usual = direction === 'by-day' ? 'day' : 'time';
    const unnamed = (named === null && given !== null ? ofDirectionAlone[direction] : undefined) ?? usual;
    const by = meaning === undefined || meaning === 'none' ? unnamed : meaning;
    const byAge = sortsByAge && named === null;
    const isTurned = by !== 'constant' && by !== 'constant-by-id';
    const descending = isTurned && (heard === null ? newestFirst : (heard === 'desc') !== byAge);
    const range = this.#range(parameters.get('from'), parameters.get('to'));
    if (this.#how.rangesByTimeOnly === true && by !== 'time' && Object.keys(range).length > 0)
      throw new Refusal(422, 'from and to require the order by time');
    return { by, descending, ...range, ...(status === null ? {} : { status }) };
  }

  #unsupported(what: string): Refusal {
    return new Refusal(this.#how.unsupportedStatus ?? 400, what);
  }

  #range(from: string | null, to: string | null): Pick<Query, 'from' | 'to'> {
    const { range, lookBackMs, lookAheadMs, defaultFromMs, widestSpanMs, exchangesBounds } = this.#how;
    const read = (text: string | null, end: boolean): number | undefined => {
      if (text === null) return undefined;
      const value = readers[range](text, end);
      if (Number.isNaN(value)) throw this.#unsupported('from and to');
      return value;
    };
    const earliest = defaultFromMs === undefined ? undefined : Date.now() - defaultFromMs;
    let lower = read(from, false) ?? earliest;
    let upper = read(to, true);
    const isReversed = lower !== undefined && upper !== undefined && lower > upper;
    if (isReversed && exchangesBounds === true) [lower, upper] = [read(to, false), read(from, true) ?? earliest];
    if (lower !== undefined && upper !== undefined && widestSpanMs !== undefined && upper - lower > widestSpanMs)
      throw new Refusal(400, 'from and to are too far apart');
    if (lower === undefined && upper !== undefined && lookBackMs !== undefined) lower = upper - lookBackMs;
    else if (upper === undefined && lower !== undefined && lookAheadMs !== undefined) upper = lower + lookAheadMs;
    return { ...(lower === undefined ? {} : { from: lower }), ...(upper === undefined ? {} : { to: upper }) };
  }

  #shown(row: Log, webhook: string): string {
    const { itemsAnew } = this.#how;
    if (itemsAnew === 'request') return `${row.item} in request ${this.#requests}`;
    if (itemsAnew === 'member' || itemsAnew === 'member-of-log') {
      const name = itemsAnew === 'member' ? 'requestId' : `${webhook}Request`;
      return JSON.stringify({ ...(JSON.parse(row.item) as object), [name]: `req-${this.#requests}` });
    }
    if (itemsAnew === 'age') return `${row.item}, ${Math.floor((Date.now() - row.at) / 1000)} s ago`;
    if (this.#how.memberOrderVaries !== true || this.#requests % 2 === 0 || !row.item.startsWith('{')) return row.item;
    return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row.item) as object).reverse()));
  }
}

/** The rows of a page: those after the place, or those that directly precede it. */
function sliceAt(all: readonly Log[], place: Place | undefined, size: number, isBefore: (row: Log) => boolean): Log[] {
  if (place === undefined) return all.slice(0, size);
  if (!place.back) return all.filter((row) => !isBefore(row)).slice(0, size);
  const before = all.filter(isBefore);
  return before.slice(Math.max(0, before.length - size));
}
