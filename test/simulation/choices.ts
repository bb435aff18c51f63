/** What a correct log search may choose where the specification is silent, as data: one value is one kind of server. */

export type Bounds = '[]' | '[)' | '(]' | '()';
export type Shown = 'absent' | 'empty' | 'null';

export interface Choices {
  /** Whether the ends of a range belong to it. */
  readonly bounds: Bounds;
  /** How `from` and `to` are read, and how coarsely times are compared, ms: a second, a minute, a day. */
  readonly time: 'rfc3339' | 'epoch-seconds' | 'epoch-milliseconds' | 'date';
  readonly unitMs: number;
  /** Entries of one sort value stand in order of arrival, in that order turned round with the direction, or by item. */
  readonly ties: 'arrival' | 'turned' | 'item';
  readonly defaultOrder: 'asc' | 'desc';
  /** What a `sortBy` that it does not know gets. */
  readonly otherSort: 'refused' | 'default';
  /** What a cursor holds: the entry that it stands at, a number, or a result that the server keeps. */
  readonly cursor: 'keyset' | 'offset' | 'kept';
  /** Parameters beside a cursor: ignored, since it carries the query; needed; or refused. */
  readonly form: 'carried' | 'needs-repeating' | 'refuses-repeating';
  /** How often a cursor serves: for ever, once, or once with its pair. */
  readonly serves: 'always' | 'once' | 'pair-once';
  readonly end: Shown;
  /** `prev` of page one: not there, or a cursor that leads to an empty page. */
  readonly firstPrev: Shown | 'to-an-empty-page';
  /** A full last page, or every last page, has a `next` that leads to an empty one. */
  readonly trailing: 'none' | 'when-full' | 'always';
  readonly pageSize: number;
  /** Pages of one length; of so many entries looked at, matching or not; or of so much weight. */
  readonly pages: 'fixed' | 'looked-at' | 'weighed';
  /** How far back the search looks without `from`, ms; undefined for all. */
  readonly lookBackMs: number | undefined;
  /** Times before 2000 and after 2060 are refused. */
  readonly refusesFar: boolean;
  /** How the log grows: entries come after every so many requests, so many of them; a ring forgets the oldest. */
  readonly growth: {
    readonly kind: 'quiet' | 'newest' | 'ring' | 'late';
    readonly every: number;
    readonly arrivals: number;
  };
}

/** The log at the start. */
export interface Shape {
  readonly count: number;
  /** Entries that share one time. */
  readonly ties: number;
  /** Items are all different; some repeat; all are equal. */
  readonly items: 'unique' | 'repeating' | 'equal';
  /** What items are called, where another log's must differ. */
  readonly name?: string;
  /** Status of entry i is that of digit i of this number, in turns. */
  readonly statuses: readonly boolean[];
  /** Between two times, ms. */
  readonly stepMs: number;
  /** The newest entry is this old, ms. */
  readonly newestMs: number;
}
