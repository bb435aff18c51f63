/** The liberties that the specification leaves to a search of logs (§4.4). */

/** How `from` and `to` are read; other text is refused. */
export type RangeForm =
  | 'rfc3339'
  | 'date'
  | 'date-of-timestamp'
  | 'date-of-to'
  | 'hour-of-timestamp'
  | 'ten-seconds-of-timestamp'
  | 'minutes-around-timestamp'
  | 'hours-around-timestamp'
  | 'second-of-timestamp'
  | 'timestamp-without-milliseconds'
  | 'ticks-of-milliseconds'
  | 'local-day-of-timestamp'
  | 'local-date-time'
  | 'sql'
  | 'sql-or-date'
  | 'basic'
  | 'http-date'
  | 'microseconds'
  | 'slashed'
  | 'dotted'
  | 'minute'
  | 'minute-in-utc'
  | 'text'
  | 'sequence'
  | 'seconds-ago'
  | 'stardate';

/**
 * What a sort field holds. `updated` is a time some minutes after that of the entry; `falling` gets smaller with time.
 * All entries are equal in what is `constant`: such a field leaves them by time in either direction,
 * `constant-by-id` in storage order, and `constant-turned` in an order that the direction reverses.
 */
export type SortMeaning =
  | 'time'
  | 'updated'
  | 'falling'
  | 'day'
  | 'duration'
  | 'status'
  | 'constant'
  | 'constant-by-id'
  | 'constant-turned'
  | 'none';

export interface SearchLiberties {
  /** Items per page; several are used in turn. */
  readonly pageSizes: readonly number[];
  readonly range: RangeForm;
  /** Without `from`, a search with `to` looks back this far, ms. */
  readonly lookBackMs?: number;
  /** Without `to`, a search with `from` ends this much later, ms. */
  readonly lookAheadMs?: number;
  /** Without `from`, a search begins this long before now, ms. */
  readonly defaultFromMs?: number;
  /** Exchanges `from` and `to` if `from` is the later one. */
  readonly exchangesBounds?: boolean;
  /** Widest span between `from` and `to`, ms; a wider one is refused. */
  readonly widestSpanMs?: number;
  /** Refuses a range under another sort than the time, as a database with one index may. */
  readonly rangesByTimeOnly?: boolean;
  /** Which end of the log comes first by default. */
  readonly newestFirst: boolean;
  /**
   * `always`: sortDirection works alone. `with-field`: it is accepted and ignored without sortBy. `by-id`: without sortBy it orders by
   * ids, which have nothing to do with time. `by-status`: without sortBy it orders by status. `by-day`: the usual order is one of days, with the entries of a day as they arrived.
   */
  readonly direction: 'always' | 'with-field' | 'by-id' | 'by-status' | 'by-day';
  /** Each entry whose number is a multiple of this has no time: it is in no range. */
  readonly timelessEvery?: number;
  /** The default key is the age of an entry, so that `asc` begins with the newest. */
  readonly sortsByAge: boolean;
  /** Names that sortBy accepts, with the meaning of each; others are refused. */
  readonly sortBy: Readonly<Record<string, SortMeaning>>;
  /**
   * In which order entries come that are equal in a sort field other than the time. By time unless given. `scattered`: in storage
   * order, which looks random, unless a range makes the server read them by time. `scattered-by-filter`: so only if a filter makes the
   * server read another index. `reversed-by-status`: in storage order, and in its reverse if a status is given. `as-arrived`: in the order
   * of arrival, in either direction, also of entries that are equal in time; `newest-first`: the other way round.
   */
  readonly ties?: 'scattered' | 'scattered-by-filter' | 'reversed-by-status' | 'as-arrived' | 'newest-first';
  /** Status for names that `sortBy` does not list, and for bounds in another format. Default 400. */
  readonly unsupportedStatus?: number;
  /** Names that `sortBy` does not list are accepted and ignored. */
  readonly ignoresOtherSorts?: boolean;
  /** A search takes this long, ms, and gives its answer to equal ones that arrive meanwhile. */
  readonly sharesForMs?: number;
  /** A repeated read returns the same bytes for this long, ms (a private cache per URL). */
  readonly cacheMs?: number;
  /** So many nodes answer in turn. Each has its own cache. 1 unless given. */
  readonly cachingNodes?: number;
  /** `totalItems` of a query is counted anew only this often, ms. */
  readonly countCacheMs?: number;
  /** Requests go to replicas in turn; each sees the log this late, ms. */
  readonly replicaLagsMs?: readonly number[];
  /** A search by status sees entries this late, ms. */
  readonly statusLagMs?: number;
  /** Entries that arrive per second during the run. */
  readonly growsPerSecond?: number;
  /** New entries carry a time up to this long ago, ms. */
  readonly backDatedMs?: number;
  /** Keeps at most this many entries: the oldest leave as new ones come. */
  readonly keeps?: number;
  /** Keeps entries for so long after their time, ms. */
  readonly keepsMs?: number;
  /** Every so often the oldest entry leaves for good, ms. */
  readonly expiresEveryMs?: number;
  readonly cursorLivesMs?: number;
  readonly cursorsServeOnce?: boolean;
  /** Cursor lengths are padded to this many characters. */
  readonly cursorLength?: number;
  /** Searches whose cursors are kept; a newer one ends the oldest (410). */
  readonly openSearches?: number;
  /** A cursor keeps the query (`carried`), or the query must be repeated beside it (`repeated`). */
  readonly cursorQuery: 'carried' | 'repeated';
  /** A cursor is a place in time that works on any webhook. */
  readonly cursorOfAnyWebhook?: boolean;
  /** The cursor of the first page is an empty string, as with an offset that is written as text. */
  readonly emptyFirstCursor?: boolean;
  /** Length of pages reached by `prev`, if different. */
  readonly backPageSize?: number;
  /** A page with `next` may be empty, and so may the last one. */
  readonly endsWithEmptyPage?: boolean;
  /**
   * Every page has a `next`, with which a client can ask again later: past the last entry it leads to an empty page. The cursor
   * that leads there is the same each time, or a new one.
   */
  readonly polls?: 'same' | 'anew';
  /** So many failed entries succeed per second, since they are delivered again. */
  readonly retriesPerSecond?: number;
  /** The clock that gives entries their times is ahead, or behind if negative, ms. */
  readonly clockAheadMs?: number;
  /**
   * Every item holds an id of the request, in its text or in a member, which may have another name in each log, or its age in seconds: no
   * reading has an item of another one.
   */
  readonly itemsAnew?: 'request' | 'age' | 'member' | 'member-of-log';
  /** `from` and `to` bound the time by which the search sorts, as the range key of an index does. */
  readonly boundsSortField?: true;
  /** A webhook is created by its first search, and its log begins with this item. */
  readonly greeting?: string;
  /** Which searches take so long, ms: those that reach the end of a log, as a long poll does, or the first one from each day on. */
  readonly slow?: { readonly searches: 'last-page' | 'first-of-day'; readonly ms: number };
  /** JSON items come with their members in another order from each replica. */
  readonly memberOrderVaries?: boolean;
}
