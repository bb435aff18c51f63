/** The choices of a correct log search where the specification is silent. One value describes one kind of server. */

export type Bounds = '[]' | '[)' | '(]' | '()';
export type Shown = 'absent' | 'empty' | 'null';

/** What a name of `sortBy` compares; `none` is accepted and ignored. */
export type SortNames = Readonly<Record<string, 'at' | 'status' | 'duration' | 'none'>>;

export interface Choices {
  /** Whether a range includes its ends. */
  readonly bounds: Bounds;
  /** The format of `from` and `to`, and the unit, ms, in which times are compared. The last three are known to nobody. */
  readonly time: 'rfc3339' | 'epoch-seconds' | 'epoch-milliseconds' | 'date' | 'sequence' | 'seconds-ago' | 'stardate';
  readonly unitMs: number;
  /** Order of entries with equal sort values: by arrival, by arrival in the sort direction, or by item. */
  readonly ties: 'arrival' | 'turned' | 'item';
  readonly defaultOrder: 'asc' | 'desc';
  /** Response to an unknown `sortBy`. */
  readonly otherSort: 'refused' | 'default';
  /** What a cursor refers to: an entry, an offset, or a result that the server keeps. */
  readonly cursor: 'keyset' | 'offset' | 'kept';
  /** Parameters beside a cursor: ignored because the cursor carries the query, required, or rejected. */
  readonly form: 'carried' | 'needs-repeating' | 'refuses-repeating';
  /** How often a cursor can be used: always, once, or once for the pair of next and prev. */
  readonly serves: 'always' | 'once' | 'pair-once';
  readonly end: Shown;
  /** `prev` of the first page: without a cursor, or with one that leads to an empty page. */
  readonly firstPrev: Shown | 'to-an-empty-page';
  /** Whether a full last page, or each last page, has a `next` that leads to an empty page. */
  readonly trailing: 'none' | 'when-full' | 'always';
  readonly pageSize: number;
  /** What limits a page: its length, the number of entries examined, or their total weight. */
  readonly pages: 'fixed' | 'looked-at' | 'weighed';
  /** How far back a search without `from` looks, ms; undefined for the whole log. */
  readonly lookBackMs: number | undefined;
  /** Whether times before 2000 and after 2060 are rejected. */
  readonly refusesFar: boolean;
  /** How far a lone `to` looks back and a lone `from` ahead, and the widest span of both, ms; any distance unless given. */
  readonly loneToMs?: number | undefined;
  readonly loneFromMs?: number | undefined;
  readonly widestSpanMs?: number | undefined;
  /** What the accepted names of `sortBy` compare; the usual two unless given. */
  readonly sortNames?: SortNames;
  /** When sortDirection is read: always, or beside a sort field; or always, of the age of an entry unless a field is named. */
  readonly directions?: 'always' | 'with-field' | 'by-age';
  /** Age at which a cursor ends, ms; none unless given. */
  readonly cursorLivesMs?: number | undefined;
  /** How the log grows: one entry per `every` requests, at most `arrivals`; a ring drops the oldest. */
  readonly growth: {
    readonly kind: 'quiet' | 'newest' | 'ring' | 'late';
    readonly every: number;
    readonly arrivals: number;
  };
}

/** The log at the start. */
export interface Shape {
  readonly count: number;
  /** Number of entries that share one time. */
  readonly ties: number;
  /** Whether items are all different, sometimes repeat, or are all equal; how they are written. */
  readonly items: 'unique' | 'repeating' | 'equal' | 'short' | 'json' | 'error-text';
  /** Prefix of the items, to distinguish those of another log. */
  readonly name?: string;
  /** Statuses of the entries, repeated in turn. */
  readonly statuses: readonly boolean[];
  /** Between two times, ms. */
  readonly stepMs: number;
  /** The newest entry is this old, ms. */
  readonly newestMs: number;
}
