/**
 * Finds moments at which items enter and leave a range. A range is widened, and then narrowed, until one unit of the time format
 * brings items in. Then `from` rises over the same units until they are out again. Several moments are counted at once, so that
 * fewer steps wait for each other.
 */
import { type CheckContext, type Exchange, type logs, responses } from '../../src/suite.ts';
import type { Edge as KnownEdge } from '../lib/range-edges.ts';

export type Bounds = '[]' | '[)' | '(]' | '()';

/** A moment at which items enter a range, and the one at which they leave it. */
export interface Edge {
  /** The first `to` that includes the items, in ms since the epoch. */
  readonly high: number;
  /** How many units before `high` the last `from` lies that includes them: 0 as with `[]`, 2 as with `()`, else 1. */
  readonly lag: 0 | 1 | 2;
  /** The items that enter, if one page shows them. */
  readonly items: readonly string[];
  readonly proof: Exchange;
}

interface Reading {
  readonly exchange: Exchange;
  /** Number of items in the range; undefined if the search fails. */
  readonly count: number | undefined;
  readonly items: readonly string[];
}

/** Counts the items up to a moment, from a fixed start. */
type Count = (to: number) => Promise<number | undefined>;

/** Moments that are counted at once. */
const momentsAtOnce = 2;

export class EdgeFinder {
  readonly #t: CheckContext;
  readonly #webhook: string;
  readonly #sense: logs.TimeFormatInference;
  readonly form: logs.TimeForm;
  readonly #known: readonly KnownEdge[];
  /** Counts between two moments, kept since several steps ask for the same. */
  readonly #counted = new Map<string, Promise<Reading>>();

  /**
   * @param form the finest format that the target reads like that of `sense`
   * @param known edges that were found in the format of `sense`
   */
  constructor(
    t: CheckContext,
    webhook: string,
    sense: logs.TimeFormatInference,
    form: logs.TimeForm,
    known: readonly KnownEdge[],
  ) {
    this.#t = t;
    this.#webhook = webhook;
    this.#sense = sense;
    this.form = form;
    this.#known = known;
  }

  /** How many items lie before the moment, as far back as ranges reach; undefined if the search fails. */
  async countUpTo(to: number): Promise<number | undefined> {
    return (await this.#read(this.#floor(this.#sense.lo), this.#floor(to))).count;
  }

  /** The edge at the first moment after `cut` at which items enter. Undefined if none is clear. */
  async findAfter(cut: number): Promise<Edge | undefined> {
    const count: Count = (to) => this.countUpTo(to);
    const low = this.#floor(cut);
    const before = await count(low);
    if (before === undefined) return undefined;
    const [from, to] = (await this.#spanAfter(low, before, count)) ?? [low, await this.#widen(low, before, count)];
    if (to === undefined) return undefined;
    const high = await this.#narrow(from, to, before, count);
    const after = high === undefined ? undefined : await count(high);
    return high === undefined || after === undefined || after <= before
      ? undefined
      : this.#edgeAt(high, after - before);
  }

  /** A short span after `low` in which items enter, if the time of an item or a known edge points to one. */
  async #spanAfter(
    low: number,
    before: number,
    count: Count,
  ): Promise<readonly [from: number, to: number] | undefined> {
    for (const [from, to] of this.#likelySpans(low)) {
      // Items often lie at full seconds, and so does an edge found in a coarser format.
      const moments = [from, to - this.form.unitMs, to];
      const first = from > low ? await firstAbove(before, moments, count) : undefined;
      if (first === 1 || first === 2) return [moments[first - 1]!, moments[first]!];
    }
    return undefined;
  }

  /** Spans around the apparent time of the next item and before the next known edge. */
  #likelySpans(low: number): readonly (readonly [from: number, to: number])[] {
    const { unitMs } = this.form;
    const hint = this.#sense.hints?.find((time) => time > low);
    // An edge beyond the next cut belongs to later items.
    const limit = this.#sense.cuts.find((cut) => cut > low + unitMs) ?? this.#sense.hi;
    const edge = this.#known.find(({ at }) => at > low && at <= limit);
    return [
      ...(hint === undefined ? [] : [[this.#floor(hint) - unitMs, this.#floor(hint) + 2 * unitMs] as const]),
      ...(edge === undefined ? [] : [[this.#floor(edge.at - edge.unitMs), this.#floor(edge.at)] as const]),
    ];
  }

  /** A moment after `low` by which items have entered. Each step is four times as long as the one before. */
  async #widen(low: number, before: number, count: Count): Promise<number | undefined> {
    const { unitMs } = this.form;
    for (let step = unitMs === 1 ? 1024 : unitMs; low + step <= this.#sense.hi; step *= 4 ** momentsAtOnce) {
      const later = Array.from({ length: momentsAtOnce }, (_, at) => low + step * 4 ** at);
      const moments = later.filter((moment) => moment <= this.#sense.hi);
      const first = await firstAbove(before, moments, count);
      if (first === undefined) return undefined;
      if (first < moments.length) return moments[first];
    }
    return undefined;
  }

  /** The first moment at which items have entered, to one unit. Each step keeps the part of the span in which they enter. */
  async #narrow(from: number, to: number, before: number, count: Count): Promise<number | undefined> {
    let [low, high] = [from, to];
    while (high - low > this.form.unitMs) {
      const moments = this.#between(low, high);
      const first = await firstAbove(before, moments, count);
      if (first === undefined) return undefined;
      [low, high] = [moments[first - 1] ?? low, moments[first] ?? high];
    }
    return high;
  }

  /** Moments that divide a span into equal parts of whole units. */
  #between(low: number, high: number): readonly number[] {
    const parts = momentsAtOnce + 1;
    const moments = Array.from({ length: momentsAtOnce }, (_, at) =>
      this.#floor(low + ((high - low) * (at + 1)) / parts),
    );
    return [...new Set(moments)].filter((moment) => moment > low);
  }

  /** How long the `many` items that enter at `high` stay while `from` rises. Items that entered before are subtracted. */
  async #edgeAt(high: number, many: number): Promise<Edge | undefined> {
    const { unitMs } = this.form;
    const low = high - unitMs;
    const [wide, before, near, nearBefore, point] = await Promise.all([
      this.#read(high - 2 * unitMs, high),
      this.#read(high - 2 * unitMs, low),
      this.#read(low, high),
      this.#read(low, low),
      this.#read(high, high),
    ]);
    if (difference(wide, before) !== many) return undefined;
    // A target may refuse a range of length zero: then `[]` looks like `(]`.
    const [fromLow, fromHigh] = [difference(near, nearBefore), point.count];
    if (fromLow === undefined || fromHigh === undefined) return undefined;
    const staysOrLeaves = (count: number) => count === many || count === 0;
    // Items that have left do not come back.
    if (!staysOrLeaves(fromLow) || !staysOrLeaves(fromHigh) || fromHigh > fromLow) return undefined;
    const lag = fromHigh === many ? 0 : fromLow === many ? 1 : 2;
    const isOnePage = ({ items, count }: Reading) => items.length === count;
    const items = isOnePage(wide) && isOnePage(before) ? subtract(wide.items, before.items) : [];
    return { high, lag, items, proof: wide.exchange };
  }

  /** Whether items within a millisecond of `at` lie exactly on it, as ranges in microseconds show. False if that is unknown. */
  async areExactlyAt(at: number, many: number): Promise<boolean> {
    const { unitMs, format, render } = this.form;
    const text = render(at);
    if (unitMs !== 1 || format !== 'rfc3339' || !/\.\d{3}Z$/.test(text)) return false;
    const from = render(at - 2);
    const [before, soon, late] = await Promise.all([
      this.#search(from, text),
      this.#search(from, text.replace('Z', '001Z')),
      this.#search(from, text.replace('Z', '999Z')),
    ]);
    if (before.count === undefined || soon.count === undefined || late.count === undefined) return false;
    // They enter with the first microsecond, or with none if the target cuts microseconds off.
    return soon.count === late.count && (soon.count === before.count || soon.count === before.count + many);
  }

  #floor(at: number): number {
    return Math.floor(at / this.form.unitMs) * this.form.unitMs;
  }

  #read(from: number, to: number): Promise<Reading> {
    const key = `${from} ${to}`;
    const reading = this.#counted.get(key) ?? this.#search(this.form.render(from), this.form.render(to));
    this.#counted.set(key, reading);
    return reading;
  }

  async #search(from: string, to: string): Promise<Reading> {
    const query: [string, string][] = [
      ['from', from],
      ['to', to],
    ];
    const exchange = await this.#t.send({ operation: 'logs', webhook: this.#webhook, query });
    const page = responses.parsePage(exchange.response);
    const count = page?.next === undefined ? page?.data.length : page.totalItems;
    return { exchange, count, items: page?.data ?? [] };
  }
}

/** Index of the first moment with more items than before, as many as there are if none has; undefined if a search fails. */
async function firstAbove(before: number, moments: readonly number[], count: Count): Promise<number | undefined> {
  const counts = await Promise.all(moments.map(count));
  if (counts.includes(undefined)) return undefined;
  const first = counts.findIndex((now) => now! > before);
  return first === -1 ? moments.length : first;
}

function difference(whole: Reading, part: Reading): number | undefined {
  return whole.count === undefined || part.count === undefined ? undefined : whole.count - part.count;
}

/** The items that are left when each of the others has taken away one equal item. */
function subtract(items: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return items.filter((item) => {
    const place = left.indexOf(item);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
