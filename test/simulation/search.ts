/**
 * A log search in memory: correct for any {@link Choices}, or with one fault. It answers parameters with a status and a
 * page of what its log shows at the moment. It shares no code with the kit.
 */
import type { LogStatus } from '../../src/core/operation.ts';
import type { Choices, Shape } from './choices.ts';
import { CountedLog } from './counted-log.ts';
import { type Compare, type Entry, orderBy } from './entries.ts';
import type { FaultName } from './faults.ts';
import { endOfPage, startOfPage } from './page-lengths.ts';
import { type Query, Refusal, readQuery } from './search-query.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Start (`next`) or end (`prev`) of a page: an offset, and for keysets the entry there. */
interface Place {
  readonly side: 'next' | 'prev';
  readonly position: number;
  readonly anchor: { readonly entry: Entry; readonly included: boolean } | undefined;
  /** The query, if the cursor carries it. */
  readonly query: Query | undefined;
  /** The result, if the server keeps it. */
  readonly kept: readonly Entry[] | undefined;
  /** Number of the page, from 1; some faults depend on it. */
  readonly page: number;
}

/** The log that is searched, which may change from one request to the next. */
export interface LogSource {
  now(): number;
  /** A request has come. */
  tick(): void;
  /** What a search with a status, or without, sees now, in the order of arrival. */
  seen(status: LogStatus | undefined): readonly Entry[];
  remove(entry: Entry): void;
}

/** The cursors that are still good, and how many were issued. */
export class Cursors extends Map<string, IssuedCursor> {
  issued = 0;
}

interface IssuedCursor {
  readonly place: Place;
  readonly pair: number;
  /** ms since the epoch. */
  readonly issued: number;
}

export class SimulatedSearch {
  readonly choices: Choices;
  readonly shape: Shape;
  readonly #fault: FaultName | undefined;
  readonly #log: LogSource;
  readonly #cursors: Cursors;
  #requests = 0;
  #random: number;
  #lastQuery: Query | undefined;

  /**
   * @param log a log, or ms since the epoch for one that grows with the requests
   * @param cursors of another search, which then work here too
   */
  constructor(choices: Choices, shape: Shape, log: LogSource | number, fault?: FaultName, cursors = new Cursors()) {
    this.choices = choices;
    this.shape = shape;
    this.#fault = fault;
    this.#log = typeof log === 'number' ? new CountedLog(choices, shape, log) : log;
    this.#cursors = cursors;
    this.#random = shape.count + 7;
  }

  get requests(): number {
    return this.#requests;
  }

  answer(parameters: readonly (readonly [string, string])[]): Reply {
    this.#requests += 1;
    this.#log.tick();
    try {
      return { status: 200, body: this.#search(new Map(parameters)) };
    } catch (error) {
      if (error instanceof Refusal) return { status: 400, body: { error: error.message } };
      throw error;
    }
  }

  #read(given: ReadonlyMap<string, string>): Query {
    return readQuery({ choices: this.choices, fault: this.#fault, now: this.#log.now() }, given);
  }

  #chance(): number {
    this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return this.#random / 0x7fffffff;
  }

  #search(given: ReadonlyMap<string, string>): unknown {
    const { form, serves, cursor } = this.choices;
    const side = given.has('next') ? 'next' : given.has('prev') ? 'prev' : undefined;
    if (side === undefined) {
      const query = this.#read(given);
      this.#lastQuery = query;
      return this.#page(query, undefined);
    }
    const text = given.get(side)!;
    if (form === 'refuses-repeating' && given.size > 1) throw new Refusal('a cursor stands alone');
    const issued = this.#cursors.get(text);
    if (issued === undefined || issued.place.side !== side) throw new Refusal('no such cursor');
    if (this.#log.now() - issued.issued > (this.choices.cursorLivesMs ?? Number.POSITIVE_INFINITY))
      throw new Refusal('the cursor has expired');
    if (serves !== 'always') this.#cursors.delete(text);
    if (serves === 'pair-once')
      for (const [other, { pair }] of this.#cursors) if (pair === issued.pair) this.#cursors.delete(other);
    const { place } = issued;
    let query = form === 'needs-repeating' && cursor !== 'kept' ? this.#read(given) : place.query!;
    if (this.#fault === 'query shared between requests' && this.#lastQuery !== undefined) query = this.#lastQuery;
    if (this.#fault === 'status lost on next' && side === 'next') query = { ...query, status: undefined };
    if (this.#fault === 'status lost on prev' && side === 'prev') query = { ...query, status: undefined };
    if (this.#fault === 'range lost on next' && side === 'next') query = { ...query, from: undefined, to: undefined };
    if (this.#fault === 'sort lost on next' && side === 'next')
      query = { ...query, sortBy: undefined, field: 'at', direction: this.choices.defaultOrder };
    return this.#page(query, place);
  }

  #inRange(entry: Entry, { from, to, status }: Query): boolean {
    const { bounds, unitMs, lookBackMs, time } = this.choices;
    const at = time === 'sequence' ? entry.seq : entry.at;
    const unit = time === 'sequence' || time === 'stardate' ? 1 : unitMs;
    const floor = (moment: number) => Math.floor(moment / unit);
    const since = from ?? (lookBackMs === undefined ? undefined : this.#log.now() - lookBackMs);
    const after = since === undefined || (bounds[0] === '[' ? floor(at) >= floor(since) : floor(at) > floor(since));
    const before = to === undefined || (bounds[1] === ']' ? floor(at) <= floor(to) : floor(at) < floor(to));
    if (this.#fault === 'bounds joined by or' && from !== undefined && to !== undefined) return after || before;
    if (this.#fault === 'status drops the range' && status !== undefined) return true;
    return after && before;
  }

  #matches(entry: Entry, query: Query): boolean {
    const ranged = query.from !== undefined || query.to !== undefined;
    if (query.status === undefined || this.#fault === 'status ignored') return true;
    if (this.#fault === 'range drops the status' && ranged) return true;
    if (this.#fault === 'sort drops the status' && query.sortBy !== undefined) return true;
    if (this.#fault === 'a third status' && entry.seq % 7 === 3) return false;
    return (entry.status === query.status) !== (this.#fault === 'statuses swapped');
  }

  #compare(query: Query): Compare {
    const direction = this.#fault === 'sort per page' ? this.choices.defaultOrder : query.direction;
    return orderBy(query.field, direction, this.choices.ties);
  }

  /** The list that is cut into pages: the result, or the range if examined entries limit a page. */
  #base(query: Query): Entry[] {
    const compare = this.#compare(query);
    let entries = this.#log.seen(query.status as LogStatus | undefined).toSorted(compare);
    if (this.#fault === 'sort loses one' && query.sortBy !== undefined) entries = entries.slice(1);
    if (this.#fault === 'range loses one' && query.from !== undefined) entries = entries.filter((_, at) => at !== 2);
    entries = entries.filter((entry) => this.#inRange(entry, query));
    return this.choices.pages === 'looked-at' ? entries : entries.filter((entry) => this.#matches(entry, query));
  }

  #page(query: Query, place: Place | undefined): unknown {
    const { cursor, pages, pageSize, trailing, end, firstPrev } = this.choices;
    const fault = this.#fault;
    const base = place?.kept ?? this.#base(query);
    const size = base.length;
    const at = place === undefined ? 0 : this.#resolve(place, base, query);
    let [start, stop] =
      place?.side === 'prev'
        ? [startOfPage(this.choices, base, at), at]
        : [Math.min(at, size), endOfPage(this.choices, base, at)];
    const number = place?.page ?? 1;
    const back = place?.side === 'prev';
    if (back && start > 0 && fault === 'prev off by one from page 3' && number >= 2)
      [start, stop] = [start - 1, stop - 1];
    if (back && fault === 'prev goes forward')
      [start, stop] = [Math.min(stop + pageSize, size), Math.min(stop + 2 * pageSize, size)];
    if (back && fault === 'prev from the start') [start, stop] = [0, Math.min(pageSize, stop)];
    if (!back && place !== undefined && fault === 'page skipped at page 3' && number === 3)
      [start, stop] = [Math.min(start + pageSize, size), Math.min(stop + pageSize, size)];
    if (!back && place !== undefined && fault === 'overlap at page borders') start = Math.max(start - 1, 0);
    if (!back && place !== undefined && fault === 'gap at page borders') start = Math.min(start + 1, stop);
    let rows = base.slice(start, stop);
    if (pages === 'looked-at') rows = rows.filter((entry) => this.#matches(entry, query));
    const total = pages === 'looked-at' ? base.filter((entry) => this.#matches(entry, query)).length : size;
    if (fault === 'sort per page') rows.sort(orderBy('at', query.direction, this.choices.ties));
    if (fault === 'last item of a page dropped' && rows.length > 1) rows.pop();
    if (fault === 'items dropped at random' && rows.length > 0 && this.#chance() < 0.2)
      rows.splice(Math.floor(this.#chance() * rows.length), 1);
    if (fault === 'an item twice on a page' && rows.length > 1) rows[rows.length - 1] = rows[0]!;
    if (fault === 'reading removes' && rows.length > 0) {
      if (this.#requests % 3 === 0) this.#log.remove(rows[0]!);
    }

    const pair = this.#cursors.issued;
    const filled = size > 0 && stop === size && stop > start;
    let more =
      stop < size || (filled && (trailing === 'always' || (trailing === 'when-full' && stop - start === pageSize)));
    if (fault === 'last page lost' && size - stop <= pageSize && start > 0) more = false;
    if (fault === 'five pages at most' && number >= 5) more = false;
    const common = { query, kept: cursor === 'kept' ? base : undefined };
    const next = (position: number): string =>
      this.#issue(pair, {
        side: 'next',
        position,
        page: number + 1,
        anchor: base[position - 1] === undefined ? undefined : { entry: base[position - 1]!, included: true },
        ...common,
      });
    const prev = (position: number): string =>
      this.#issue(pair, {
        side: 'prev',
        position,
        page: number - 1,
        anchor:
          base[position] !== undefined
            ? { entry: base[position]!, included: false }
            : base[position - 1] === undefined
              ? undefined
              : { entry: base[position - 1]!, included: true },
        ...common,
      });
    const cursors: Record<string, unknown> = { totalItems: this.#total(total, rows.length, start, stop, query) };
    if (more) cursors['next'] = next(stop);
    else if (fault === 'next without end' && size > 0) cursors['next'] = next(start);
    else if (fault === 'next wraps round' && size > pageSize) cursors['next'] = next(0);
    else show(cursors, 'next', end);
    if (start > 0 && !(fault === 'no prev on the last page' && stop === size)) cursors['prev'] = prev(start);
    else if (start === 0 && firstPrev === 'to-an-empty-page' && stop > 0) cursors['prev'] = prev(0);
    else show(cursors, 'prev', firstPrev === 'to-an-empty-page' ? 'absent' : firstPrev);
    return { data: rows.map((entry) => entry.item), cursor: cursors };
  }

  #total(right: number, rows: number, start: number, stop: number, query: Query): number {
    switch (this.#fault) {
      case 'total of the unfiltered':
        return this.#log.seen(undefined).length;
      case 'total of what remains':
        return Math.max(right - start, 0);
      case 'total so far':
        return Math.min(stop, right);
      case 'total of the page':
        return rows;
      case 'total one less':
        return Math.max(right - 1, 0);
      case 'total without the range':
        return this.#log.seen(undefined).filter((entry) => query.status === undefined || entry.status === query.status)
          .length;
      default:
        return right;
    }
  }

  #resolve(place: Place, base: readonly Entry[], query: Query): number {
    const { cursor } = this.choices;
    const byValue = this.#fault === 'ties dropped at page borders' || this.#fault === 'ties repeated at page borders';
    if (!byValue && (cursor !== 'keyset' || place.kept !== undefined)) return Math.min(place.position, base.length);
    const { anchor } = place;
    if (anchor === undefined) return 0;
    if (byValue) return this.#byValue(place, anchor.entry, base, query);
    const compare = this.#compare(query);
    return base.filter((entry) => {
      const order = compare(entry, anchor.entry);
      return order < 0 || (order === 0 && anchor.included);
    }).length;
  }

  /** A cursor with the sort value alone, a common bug of keyset paging. */
  #byValue(place: Place, anchor: Entry, base: readonly Entry[], query: Query): number {
    const value = (entry: Entry) => entry[query.field];
    const sign = query.direction === 'asc' ? 1 : -1;
    const order = (entry: Entry) => (value(entry) === value(anchor) ? 0 : value(entry) < value(anchor) ? -sign : sign);
    const dropped = this.#fault === 'ties dropped at page borders';
    const passed = place.side === 'next' ? dropped : !dropped;
    const position = base.filter((entry) => order(entry) < 0 || (passed && order(entry) === 0)).length;
    // If ties fill a page, a cursor that repeats them would never advance; real servers avoid that.
    return position;
  }

  #issue(pair: number, place: Place): string {
    this.#cursors.issued += 1;
    const text = `c+/${this.#cursors.issued}==`;
    this.#cursors.set(text, { place, pair, issued: this.#log.now() });
    return text;
  }
}

function show(cursors: Record<string, unknown>, name: string, how: 'absent' | 'empty' | 'null'): void {
  if (how === 'empty') cursors[name] = '';
  if (how === 'null') cursors[name] = null;
}
