/**
 * Searches for ranges that return a given number of items. The counts up to some moments are already known, so a range between two
 * of them may have that size; otherwise more moments are counted, by halving and by interpolation. Several sizes are sought at once,
 * and each count narrows all of them.
 */
import { logStatuses } from '../../core/operation.ts';
import type { LogQuery } from '../query.ts';
import { rangeQuery, type TimeFormatInference } from './infer.ts';
import type { Measure } from './meter.ts';

const dayMs = 86_400_000;
/** Moments that are counted for a size with one bound and one status. Items that share their time come and go together. */
const mostSteps = 8;
/** Ranges that are measured between the same two counts. The items at the first bound may belong to one of them and not to another. */
const mostBetweenCounts = 2;

/** Which bound of a range is moved. */
export type Side = 'to' | 'from';

type MeasureQuery = (query: LogQuery) => Promise<Measure>;

/** The range of one size; see {@link findRangesOfSizes}. */
export async function findRangeOfSize(
  wanted: number,
  sense: TimeFormatInference,
  measure: MeasureQuery,
  sides?: readonly Side[],
): Promise<LogQuery | undefined> {
  return (await findRangesOfSizes([wanted], sense, measure, sides)).get(wanted);
}

/**
 * For each size, a range up to a moment, from a moment on or between two moments, with one status or any. Sizes without such a range
 * are left out, as where items share their time.
 */
export async function findRangesOfSizes(
  sizes: readonly number[],
  sense: TimeFormatInference,
  measure: MeasureQuery,
  sides: readonly Side[] = ['to', 'from'],
): Promise<ReadonlyMap<number, LogQuery>> {
  const found = new Map<number, LogQuery>();
  const statuses: LogQuery[] = [{}, ...[...logStatuses].reverse().map((status) => ({ status }))];
  for (const status of statuses) {
    const search = new SizeSearch(sense, status, measure);
    for (const side of sides) {
      const missing = sizes.filter((size) => !found.has(size));
      if (missing.length === 0) return found;
      for (const [size, query] of await search.find(missing, side)) found.set(size, query);
    }
  }
  return found;
}

/** A moment, and how many items there are up to it, if that was measured. */
interface Bound {
  readonly at: number;
  readonly count?: number;
}

/** A search among the items of a status, or of all. */
class SizeSearch {
  readonly #sense: TimeFormatInference;
  readonly #status: LogQuery;
  readonly #measure: MeasureQuery;
  readonly #unitMs: number;
  /** Ascending in time. */
  readonly #known: Bound[];
  /** How many items there are up to `sense.hi`, once it is known. */
  #total: number | undefined;
  /** Ranges between two known moments that were measured, by the counts up to these. */
  readonly #tried = new Map<string, Set<string>>();
  #isRejected = false;

  constructor(sense: TimeFormatInference, status: LogQuery, measure: MeasureQuery) {
    const [first, last] = [sense.cuts[0]!, sense.cuts.at(-1)!];
    const span = last - first + dayMs;
    this.#sense = sense;
    this.#status = status;
    this.#measure = measure;
    this.#unitMs = Math.max(sense.form.unitMs, 1000);
    this.#known = [{ at: Math.max(first - 2 * span, sense.lo) }, { at: Math.min(last + 2 * span, sense.hi) }];
  }

  /**
   * The ranges that were found for some of the sizes. All sizes go step by step together, so that what is asked does not depend
   * on which answer comes first.
   */
  async find(sizes: readonly number[], side: Side): Promise<ReadonlyMap<number, LogQuery>> {
    const found = new Map<number, LogQuery>();
    await this.#begin();
    for (let step = 0; !this.#isRejected; step += 1) {
      const open = sizes.filter((size) => !found.has(size) && size <= this.#total!);
      const ranges = await Promise.all(open.map((size) => this.#rangeOf(size)));
      for (const [index, size] of open.entries()) if (ranges[index] !== undefined) found.set(size, ranges[index]);
      const missing = step > mostSteps ? [] : open.filter((size) => !found.has(size));
      const moments = missing.flatMap((size) =>
        step === 0 ? this.#hintedMoments(size, side) : (this.#nextMoment(size, side, step % 2 === 1) ?? []),
      );
      if (step > 0 && moments.length === 0) break;
      await Promise.all([...new Set(moments)].map((at) => this.#count(at)));
    }
    return found;
  }

  /** The cuts were measured when the time format was learned. */
  async #begin(): Promise<void> {
    if (this.#total !== undefined || this.#isRejected) return;
    const { cuts, lo, hi } = this.#sense;
    this.#total = (await this.#measure(this.#range(lo, hi))).count;
    this.#isRejected = this.#total === undefined;
    if (this.#status.status === undefined && !this.#isRejected) await Promise.all(cuts.map((at) => this.#count(at)));
  }

  /** A range of this size with known moments as its bounds. */
  async #rangeOf(size: number): Promise<LogQuery | undefined> {
    const { lo, hi } = this.#sense;
    const upTo = this.#known.find(({ count }) => count === size);
    if (upTo !== undefined) return this.#range(lo, upTo.at);
    const counted = [...this.#known, { at: hi, count: this.#total! }].filter(({ count = 0 }) => count > 0);
    for (const [index, later] of counted.entries())
      for (const earlier of counted.slice(0, index)) {
        if (later.count! - earlier.count! !== size || !this.#notesTry([earlier, later])) continue;
        const query = this.#range(earlier.at, later.at);
        // An item at the first bound belongs to both.
        return (await this.#measure(query)).count === size ? query : undefined;
      }
    return undefined;
  }

  /** Notes a try of a range; false if it was tried before, or enough others between its counts: they are one if days are read. */
  #notesTry(bounds: readonly Bound[]): boolean {
    const counts = bounds.map(({ count }) => count).join(' ');
    const tried = this.#tried.get(counts) ?? new Set();
    const before = tried.size;
    if (before < mostBetweenCounts) this.#tried.set(counts, tried.add(bounds.map(({ at }) => at).join(' ')));
    return tried.size > before;
  }

  #range(from: number, to: number): LogQuery {
    return { ...rangeQuery(this.#sense, from, to), ...this.#status };
  }

  /** Where the hints say that a range of this size ends: between two items, or around both if they are close together. */
  #hintedMoments(size: number, side: Side): readonly number[] {
    // Items do not tell their status as they tell their times.
    const hints = this.#status.status === undefined ? (this.#sense.hints ?? []) : [];
    const place = side === 'to' ? size : hints.length - size;
    const [before, after] = [hints[place - 1], hints[place]];
    if (before === undefined || after === undefined) return [];
    const isClose = after - before < 2 * this.#unitMs;
    const moments = isClose ? [before - this.#unitMs, after + this.#unitMs] : [Math.floor((before + after) / 2)];
    return moments.filter((at) => at > this.#known[0]!.at && at < this.#known.at(-1)!.at);
  }

  async #count(at: number): Promise<void> {
    const { count } = await this.#measure(this.#range(this.#sense.lo, at));
    if (count === undefined) this.#isRejected = true;
    else
      this.#known.splice(
        this.#known.findIndex((bound) => bound.at > at),
        0,
        { at, count },
      );
  }

  /** The next moment to count up to; undefined if no moment lies between those that are known. */
  #nextMoment(size: number, side: Side, isMiddle: boolean): number | undefined {
    // A range from a moment on has the items that the range up to it lacks.
    const place = side === 'to' ? size : this.#total! - size;
    const at = this.#known.findIndex(({ count }, index) => index > 0 && (count === undefined || count >= place));
    const [low, high] = [this.#known[at - 1]!, this.#known[at]!];
    if (high.at - low.at <= this.#unitMs) return undefined;
    const middle = Math.floor((low.at + high.at) / 2);
    if (low.count === undefined || high.count === undefined || low.count === high.count) return middle;
    if (this.#comeTogether(high.at - low.at, high.count - low.count)) return undefined;
    if (isMiddle) return middle;
    // Half a count more: between the wanted item and the one that would be too many.
    const share = (place - low.count + 0.5) / (high.count - low.count);
    const moment = Math.floor(low.at + Math.min(Math.max(share, 0.02), 0.98) * (high.at - low.at));
    return Math.min(Math.max(moment, low.at + 1), high.at - 1);
  }

  /** Whether this many items within this span probably share their time, since the log as a whole is much sparser. */
  #comeTogether(ms: number, many: number): boolean {
    const counted = this.#known.filter(({ count }) => count !== undefined);
    const [first, last] = [counted[0]!, counted.at(-1)!];
    const usual = ((last.count! - first.count!) * ms) / (last.at - first.at);
    return many === 2 ? usual < 1 / 16 : many > 2 && usual < 1 / 4;
  }
}
