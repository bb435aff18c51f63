/** Searches: filters, ranges, orders and cursors of any legal kind (§4.4). */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LiberalLog, type LogView } from './log.ts';
import type { RangeForm, SearchLiberties, SortMeaning } from './options.ts';
import { Refusal } from './refusal.ts';

interface Query {
  readonly status?: string;
  readonly from?: number;
  readonly to?: number;
  readonly by: Exclude<SortMeaning, 'none'> | 'id';
  readonly descending: boolean;
}

interface Place {
  readonly webhook: string;
  readonly query: Query;
  readonly text: string;
  readonly back: boolean;
  /** Whether the place lies after its entry or before it. */
  readonly after: boolean;
  readonly key: number;
  readonly seq: number;
  readonly issued: number;
  readonly search: number;
}

type Log = LogView[number];

const hour = 3_600_000;
const day = 24 * hour;

/** Reads a timestamp as all of the step that it lies in; steps begin so many ms after full ones in UTC. */
const stepOf = (stepMs: number, beginsMs: number) => (text: string, end: boolean) => {
  const at = Date.parse(text);
  return at - ((((at - beginsMs) % stepMs) + stepMs) % stepMs) + (end ? stepMs - 1 : 0);
};

/** A bound as a number that entries are compared with: a time, or a place in the order of arrival. */
type Reader = (text: string, end: boolean) => number;

const readDate: Reader = (text, end) =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) + (end ? day - 1 : 0) : Number.NaN;

/** A time of UTC+9. */
const readSql: Reader = (text) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+09:00`) : Number.NaN;

const readers: Record<RangeForm, Reader> = {
  rfc3339: (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN,
  date: readDate,
  'date-of-timestamp': (text, end) =>
    /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? Date.parse(text.slice(0, 10)) + (end ? day - 1 : 0) : Number.NaN,
  'hour-of-timestamp': stepOf(hour, 0),
  'ten-seconds-of-timestamp': stepOf(10_000, 0),
  'second-of-timestamp': stepOf(1000, 0),
  'timestamp-without-milliseconds': (text) => stepOf(1000, 0)(text, false),
  // Rounded to 1/300 s, as a database's type of time is.
  'ticks-of-milliseconds': (text) =>
    /^\d{12,13}$/.test(text) ? Math.round((Math.round((Number(text) * 3) / 10) * 10) / 3) : Number.NaN,
  // Days in UTC+1.
  'local-day-of-timestamp': stepOf(day, -hour),
  // Times of UTC-5.
  'local-date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}-05:00`) : Number.NaN,
  sql: readSql,
  'sql-or-date': (text, end) => readSql(text.length === 10 ? `${text} ${end ? '23:59:59' : '00:00:00'}` : text, end),
  basic: (text) =>
    /^\d{8}T\d{6}Z$/.test(text) ? Date.parse(text.replace(/^(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:')) : Number.NaN,
  'http-date': (text) => (/^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN),
  microseconds: (text) => (/^\d{16}$/.test(text) ? Number(text) / 1000 : Number.NaN),
  slashed: (text) =>
    /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(text)
      ? Date.parse(`${text.replaceAll('/', '-').replace(' ', 'T')}Z`)
      : Number.NaN,
  dotted: (text) =>
    /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/.test(text)
      ? Date.parse(text.replace(/^(..)\.(..)\.(....) (.*)$/, '$3-$2-$1T$4Z'))
      : Number.NaN,
  minute: (text, end) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)
      ? Date.parse(`${text.replace(' ', 'T')}Z`) + (end ? 59_999 : 0)
      : Number.NaN,
  text: momentOfText,
  sequence: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN),
  'seconds-ago': (text) => (/^\d{1,9}$/.test(text) ? Date.now() - Number(text) * 1000 : Number.NaN),
  stardate: (text) => (/^\d{5}\.\d$/.test(text) ? Number(text) : Number.NaN),
};

/** The time of an entry as text, with which bounds are compared as text. */
const asText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** The first moment whose text is not before a bound, or the last one whose text is not after it, ms since the epoch. */
function momentOfText(bound: string, end: boolean): number {
  const isBelow = (at: number) => (end ? asText(at) <= bound : asText(at) < bound);
  let [low, high] = [0, Date.UTC(2199, 0, 1)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return end ? low : high;
}

export class Search {
  readonly #how: SearchLiberties;
  readonly #logs: ReadonlyMap<string, LiberalLog>;
  readonly #places = new Map<string, Place>();
  readonly #cached = new Map<string, { readonly until: number; readonly body: object }>();
  readonly #inProgress = new Map<string, Promise<object>>();
  readonly #counts = new Map<string, { readonly until: number; readonly count: number }>();
  readonly #warmDays = new Set<string>();
  #requests = 0;
  #searches = 0;

  constructor(how: SearchLiberties, logs: ReadonlyMap<string, LiberalLog>) {
    this.#how = how;
    this.#logs = logs;
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

  #page(webhook: string, parameters: URLSearchParams, target: string): object {
    const cached = this.#cached.get(target);
    if (cached !== undefined && cached.until > Date.now()) return cached.body;
    const body = this.#read(webhook, parameters);
    const { cacheMs } = this.#how;
    if (cacheMs !== undefined) this.#cached.set(target, { until: Date.now() + cacheMs, body });
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
    const place = cursor === null ? undefined : this.#open(cursor, webhook, back, parameters);
    const log = this.#logs.get(webhook) ?? this.#greeting();
    if (log === undefined) throw new Refusal(404, 'no such webhook');
    const query = place?.query ?? asked;
    this.#requests += 1;
    const matching = this.#matching(log, query);
    const all = matching.toSorted((a, b) => this.#compare(a, b, query));
    const { pageSizes, backPageSize } = this.#how;
    const usual = pageSizes[this.#requests % pageSizes.length]!;
    const turn = back ? (backPageSize ?? usual) : usual;
    const size = place === undefined ? Math.max(turn, 1) : turn;
    const rows = sliceAt(all, place, size, (row) => this.#isBefore(row, place!, query));
    const search = place?.search ?? this.#begin();
    const text = describe(parameters);
    const cursorAt = (row: Log | undefined, towards: boolean) =>
      row === undefined
        ? null
        : this.#issue({
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
      place === undefined ? null : this.#issue({ ...place, text, back: towards, issued: Date.now() });
    const beginning = (): Place => {
      const key = query.descending ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      return { webhook, query, text, back: false, after: true, key, seq: 0, issued: Date.now(), search };
    };
    const poll = () => {
      if (this.#how.polls === 'same' && cursor !== null && !back) return cursor;
      return this.#issue({ ...(place ?? beginning()), back: false, issued: Date.now() });
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
      data: rows.map((row) => this.#shown(row)),
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
      const before = place === undefined ? 0 : all.filter((row) => this.#isBefore(row, place, query)).length;
      return { next: polls || before < all.length, prev: before > 0 };
    }
    return { next: polls || last !== all.at(-1) || this.#how.endsWithEmptyPage === true, prev: first !== all[0] };
  }

  #matching(log: LiberalLog, query: Query): Log[] {
    const { replicaLagsMs = [0], statusLagMs = 0, timelessEvery = Number.POSITIVE_INFINITY } = this.#how;
    const replica = replicaLagsMs[this.#requests % replicaLagsMs.length]!;
    const lag = Math.max(replica, query.status === undefined ? 0 : statusLagMs);
    return log.at(Date.now() - lag).filter((entry) => {
      const known = this.#how.range === 'sequence' ? entry.seq : entry.at;
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
    const byId = direction === 'by-id' && named === null && given !== null;
    const usual = direction === 'by-day' ? 'day' : 'time';
    const by = meaning === undefined || meaning === 'none' ? (byId ? 'id' : usual) : meaning;
    const byAge = sortsByAge && named === null;
    const isTurned = by !== 'constant' && by !== 'constant-by-id';
    const descending = isTurned && (heard === null ? newestFirst : (heard === 'desc') !== byAge);
    const range = this.#range(parameters.get('from'), parameters.get('to'));
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

  #compare(a: Log, b: Log, query: Query): number {
    const sign = query.descending ? -1 : 1;
    return sign * (keyOf(a, query) - keyOf(b, query)) || this.#tieOf(a, query) - this.#tieOf(b, query);
  }

  #isBefore(row: Log, place: Place, query: Query): boolean {
    const sign = query.descending ? -1 : 1;
    const order = sign * (keyOf(row, query) - place.key) || this.#tieOf(row, query) - this.#tieOf(place, query);
    return order < 0 || (order === 0 && place.after);
  }

  /** Breaks ties: among entries with the same key, the lowest number comes first. */
  #tieOf({ seq }: { readonly seq: number }, query: Query): number {
    const sign = this.#how.ties === 'as-arrived' ? 1 : signOfTies(query);
    return sign * (this.#areTiesScattered(query) ? scattered(seq) : seq) * this.#turnOfTies(query);
  }

  #areTiesScattered({ by, from, to, status }: Query): boolean {
    const { ties } = this.#how;
    if (by === 'constant-by-id' || by === 'time') return by !== 'time';
    const hasRange = from !== undefined || to !== undefined;
    if (ties === 'scattered-by-filter') return hasRange || status !== undefined;
    return ties === 'reversed-by-status' || (ties === 'scattered' && !hasRange);
  }

  #turnOfTies({ by, status }: Query): 1 | -1 {
    return this.#how.ties === 'reversed-by-status' && by !== 'time' && status !== undefined ? -1 : 1;
  }

  #shown(row: Log): string {
    const { itemsAnew } = this.#how;
    if (itemsAnew === 'request') return `${row.item} in request ${this.#requests}`;
    if (itemsAnew === 'age') return `${row.item}, ${Math.floor((Date.now() - row.at) / 1000)} s ago`;
    if (this.#how.memberOrderVaries !== true || this.#requests % 2 === 0 || !row.item.startsWith('{')) return row.item;
    return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row.item) as object).reverse()));
  }

  #begin(): number {
    this.#searches += 1;
    const { openSearches } = this.#how;
    if (openSearches !== undefined)
      for (const [cursor, place] of this.#places)
        if (place.search <= this.#searches - openSearches) this.#places.delete(cursor);
    return this.#searches;
  }

  #issue(place: Place): string {
    const { cursorLength = 24, openSearches } = this.#how;
    if (openSearches !== undefined && place.search <= this.#searches - openSearches)
      throw new Refusal(410, 'search ended');
    const cursor = randomBytes(Math.ceil(cursorLength / 2))
      .toString('hex')
      .slice(0, cursorLength);
    this.#places.set(cursor, place);
    return cursor;
  }

  #open(cursor: string, webhook: string, back: boolean, parameters: URLSearchParams): Place {
    const { cursorLivesMs = Number.POSITIVE_INFINITY, cursorsServeOnce, cursorQuery, cursorOfAnyWebhook } = this.#how;
    const place = this.#places.get(cursor);
    if (place === undefined) throw new Refusal(410, 'unknown or ended cursor');
    if (place.back !== back) throw new Refusal(400, 'a cursor of the other direction');
    if (place.webhook !== webhook && cursorOfAnyWebhook !== true) throw new Refusal(400, 'a cursor of another webhook');
    if (Date.now() - place.issued > cursorLivesMs) throw new Refusal(410, 'the cursor has expired');
    if (cursorQuery === 'repeated' && describe(parameters) !== place.text)
      throw new Refusal(400, 'repeat the query beside the cursor');
    if (cursorsServeOnce === true) this.#places.delete(cursor);
    return place;
  }
}

/** Entries of one day come in the order of arrival, in either direction. */
const signOfTies = ({ by, descending }: Query): 1 | -1 => (descending && by !== 'day' ? -1 : 1);

/** A number that looks random. */
const scattered = (seq: number): number => (seq * 2_654_435_761) % 2 ** 32;

function keyOf(entry: Log, { by }: Query): number {
  if (by === 'day') return Math.floor(entry.at / 86_400_000);
  if (by.startsWith('constant')) return 0;
  if (by === 'id') return scattered(entry.seq);
  if (by === 'status') return entry.status === 'failed' ? 0 : 1;
  return by === 'duration' ? entry.duration : entry.created;
}

/** The rows of a page: those after the place, or those that directly precede it. */
function sliceAt(all: readonly Log[], place: Place | undefined, size: number, isBefore: (row: Log) => boolean): Log[] {
  if (place === undefined) return all.slice(0, size);
  if (!place.back) return all.filter((row) => !isBefore(row)).slice(0, size);
  const before = all.filter(isBefore);
  return before.slice(Math.max(0, before.length - size));
}

/** The query without its cursor, in any order. */
function describe(parameters: URLSearchParams): string {
  return [...parameters]
    .filter(([name]) => name !== 'next' && name !== 'prev')
    .map((pair) => pair.join('='))
    .sort()
    .join('&');
}
