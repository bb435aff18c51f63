/**
 * How much a check may send: the one place that knows the depths. A check states its cases and what each depth takes of
 * them; it never asks which depth it runs at. `quick` has a few hundred requests for all checks together, so that it takes
 * one telling case if `standard` takes all; `deep` takes many more samples.
 */
import type { Depth, SamplePart } from '../core/config.ts';
import { seededRandom } from '../core/random.ts';
import { isLongWalk } from '../log/walk.ts';

/** A value per depth; a depth that is not named takes that of `standard`, or everything. */
export interface ByDepth<T> {
  readonly quick?: T;
  readonly standard?: T;
  readonly deep?: T;
}

/** Samples at `deep`, as multiples of those at `standard`. */
const deepSamples = 10;
const deepProperty = 25;

export class Effort {
  readonly #depth: Depth;
  readonly #seed: number;
  readonly #part: SamplePart;

  /**
   * @param seed decides which cases a depth takes if it takes a part
   * @param part of the samples that several runs share; all of them unless given
   */
  constructor(depth: Depth, seed: number, part: SamplePart = { index: 0, of: 1 }) {
    this.#depth = depth;
    this.#seed = seed;
    this.#part = part;
  }

  /** Whether checks share what the same request shows, instead of sending a request each. */
  get isLean(): boolean {
    return this.#depth === 'quick';
  }

  /** Whether checks share what the same reading shows: a log that changes is judged by controlled readings anyway. */
  get sharesReadings(): boolean {
    return !this.isExhaustive;
  }

  /** Whether nothing is left out for its cost. */
  get isExhaustive(): boolean {
    return this.#depth === 'deep';
  }

  /** Whether a cheaper way decides, in a lean run only; `work` returns false if anything it saw needs a closer look. */
  async isDecidedBy(work: () => Promise<boolean>): Promise<boolean> {
    return this.isLean && (await work());
  }

  /** The value for this depth. */
  pick<T>(values: ByDepth<T> & { readonly standard: T }): T {
    return values[this.#depth] ?? values.standard;
  }

  /** The first cases of a list: as many as the depth takes; all of them if it is not named. */
  take<T>(cases: readonly T[], counts: ByDepth<number>): readonly T[] {
    const count = counts[this.#depth];
    return count === undefined ? cases : cases.slice(0, count);
  }

  /** Number of samples, if `standard` takes `standard`; `quick` takes a fifth unless given. At least one. */
  sampleCount(standard: number, quick = Math.ceil(standard / 5)): number {
    return this.#shareOf(this.pick({ quick, standard, deep: deepSamples * standard }));
  }

  /** Number of samples of a property; `deep` takes 25 times as many as `standard`. */
  propertySamples(standard: number, quick?: number): number {
    return this.isExhaustive ? this.#shareOf(deepProperty * standard) : this.sampleCount(standard, quick);
  }

  /** The shares of all parts add up to the whole, unless there are fewer samples than parts. At least one. */
  #shareOf(samples: number): number {
    const { index, of } = this.#part;
    return Math.max(Math.ceil((samples - index) / of), 1);
  }

  /**
   * All cases, or at `quick` `quick` of them in their order: the first `certain` ones, which are the most telling, and
   * others that the seed draws.
   */
  sampleOf<T>(cases: readonly T[], quick: number, certain = Math.min(1, quick)): readonly T[] {
    if (!this.isLean || cases.length <= quick) return cases;
    const random = seededRandom(this.#seed);
    return cases
      .map((value, at) => ({ value, at, rank: at < certain ? -1 : random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, quick)
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }

  /** Whether `seen` exchanges of other checks suffice, so that none need be sent: at any depth that leaves something out. */
  suffices(seen: number): boolean {
    return !this.isExhaustive && seen > 0;
  }

  /** Whether a walk is too long to try all relations on it; never if nothing is left out for its cost. */
  isLong(walk: Parameters<typeof isLongWalk>[0]): boolean {
    return isLongWalk(walk) && !this.isExhaustive;
  }
}
