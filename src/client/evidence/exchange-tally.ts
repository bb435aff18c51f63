/** The exchanges that a verdict rests on: those sent for its check, and shared ones that the check used. Each counts once. */
import type { Exchange } from '../../core/exchange.ts';

/** A word holds 2 ** wordBits numbers: few enough to be a small integer, which a map stores without allocating. */
const wordBits = 4;
const withinWord = 2 ** wordBits - 1;

/** A bit for each number. A set of numbers grew and was copied again and again: there are hundreds of tallies. */
export class ExchangeTally {
  /** By the leading bits of their numbers. */
  readonly #words = new Map<number, number>();
  #count = 0;

  add({ number }: Pick<Exchange, 'number'>): void {
    this.#addBits(number >> wordBits, 1 << (number & withinWord));
  }

  /** Adds all that another tally holds so far. */
  addAll(other: ExchangeTally): void {
    for (const [place, bits] of other.#words) this.#addBits(place, bits);
  }

  get count(): number {
    return this.#count;
  }

  #addBits(place: number, bits: number): void {
    const before = this.#words.get(place) ?? 0;
    const more = bits & ~before;
    if (more === 0) return;
    this.#words.set(place, before | more);
    this.#count += countBits(more);
  }
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
