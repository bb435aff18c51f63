/**
 * Searches for ranges that return so many items: between moments whose counts are known, by halving and by interpolation.
 * Several sizes are sought at once, and each count that is measured narrows all of them.
 */
import { logStatuses } from '../../core/operation.ts';
import type { LogQuery } from '../query.ts';
import { rangeQuery, type TimeFormatInference } from './infer.ts';
import type { Measure } from './meter.ts';

const dayMs = 86_400_000;
/** Requests for a size with one bound and one status: items that share their time come and go together, however long it is tried. */
const mostSteps = 14;

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
 * For each size a range up to a moment or from it on, with either status or none; sizes that none has are left out: items
 * that share their time come and go together.
 */
export async function findRangesOfSizes(
  sizes: readonly number[],
  sense: TimeFormatInference,
  measure: MeasureQuery,
  sides: readonly Side[] = ['to', 'from'],
): Promise<ReadonlyMap<number, LogQuery>> {
  const found = new Map<number, LogQuery>();
  const statuses: LogQuery[] = [{}, ...[...logStatuses].reverse().map((status) => ({ status }))];
  for (const status of statuses)
    for (const side of sides) {
      const missing = sizes.filter((size) => !found.has(size));
      if (missing.length === 0) return found;
      const rangeAt = (at: number): LogQuery => ({
        ...(side === 'to' ? rangeQuery(sense, sense.lo, at) : rangeQuery(sense, at, sense.hi)),
        ...status,
      });
      // Items do not tell their status as they tell their times.
      const hints = status.status === undefined ? sense.hints : undefined;
      const search = new SizeSearch(sense, side === 'to', async (at) => (await measure(rangeAt(at))).count);
      await search.find(missing, hints ?? [], (size, at) => found.set(size, rangeAt(at)));
    }
  return found;
}

/** A moment, and how many items its range has, where that was measured. */
interface Bound {
  readonly at: number;
  readonly count?: number;
}

/** A search with one moving bound. */
class SizeSearch {
  readonly #unitMs: number;
  readonly #isRising: boolean;
  readonly #count: (at: number) => Promise<number | undefined>;
  /** Ascending in time. */
  readonly #known: Bound[];
  #isRejected = false;

  /** @param isRising whether a later moment makes the range longer */
  constructor(sense: TimeFormatInference, isRising: boolean, count: (at: number) => Promise<number | undefined>) {
    const [first, last] = [sense.cuts[0]!, sense.cuts.at(-1)!];
    const span = last - first + dayMs;
    this.#unitMs = Math.max(sense.form.unitMs, 1000);
    this.#isRising = isRising;
    this.#count = count;
    this.#known = [{ at: Math.max(first - 2 * span, sense.lo) }, { at: Math.min(last + 2 * span, sense.hi) }];
  }

  /** All sizes step by step together, so that what is asked does not depend on which answer comes first. */
  async find(
    sizes: readonly number[],
    hints: readonly number[],
    onFound: (size: number, at: number) => void,
  ): Promise<void> {
    let open = sizes;
    const measureAll = async (moments: readonly number[]) => {
      await Promise.all([...new Set(moments)].map((at) => this.#measure(at)));
      open = open.filter((size) => {
        const match = this.#known.find(({ count }) => count === size);
        if (match !== undefined) onFound(size, match.at);
        return match === undefined;
      });
    };
    await measureAll(open.flatMap((size) => this.#hintedMoments(size, hints)));
    for (let step = 0; step < mostSteps && open.length > 0 && !this.#isRejected; step += 1) {
      const moments = open.flatMap((size) => this.#nextMoment(size, step % 2 === 0) ?? []);
      if (moments.length === 0) return;
      await measureAll(moments);
    }
  }

  /** Where the hints say that a range of this size ends: between two items, or around both if they are close together. */
  #hintedMoments(size: number, hints: readonly number[]): readonly number[] {
    const place = this.#isRising ? size : hints.length - size;
    const [before, after] = [hints[place - 1], hints[place]];
    if (before === undefined || after === undefined) return [];
    const isClose = after - before < 2 * this.#unitMs;
    const moments = isClose ? [before - this.#unitMs, after + this.#unitMs] : [Math.floor((before + after) / 2)];
    return moments.filter((at) => at > this.#known[0]!.at && at < this.#known.at(-1)!.at);
  }

  async #measure(at: number): Promise<void> {
    const count = await this.#count(at);
    if (count === undefined) this.#isRejected = true;
    else
      this.#known.splice(
        this.#known.findIndex((bound) => bound.at > at),
        0,
        { at, count },
      );
  }

  /** A moment to measure for a size; undefined where there is none between those that are known. */
  #nextMoment(size: number, isMiddle: boolean): number | undefined {
    const isBefore = ({ count = 0 }: Bound) => count < size === this.#isRising;
    const place = this.#known.findIndex((bound, index) => index > 0 && (bound.count === undefined || !isBefore(bound)));
    const [low, high] = [this.#known[place - 1]!, this.#known[place]!];
    if (high.at - low.at <= this.#unitMs) return undefined;
    const middle = Math.floor((low.at + high.at) / 2);
    if (isMiddle || low.count === undefined || high.count === undefined || low.count === high.count) return middle;
    // Half a count more: between the wanted item and the one that would be too many.
    const share = (size - low.count + Math.sign(high.count - low.count) / 2) / (high.count - low.count);
    const at = Math.floor(low.at + Math.min(Math.max(share, 0.02), 0.98) * (high.at - low.at));
    return Math.min(Math.max(at, low.at + 1), high.at - 1);
  }
}
