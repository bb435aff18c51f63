/** The exchanges that a verdict rests on: those sent for its check, and shared ones that the check used. Each counts once. */
import type { Exchange } from '../core/exchange.ts';

export class ExchangeTally {
  readonly #numbers = new Set<number>();

  add({ number }: Pick<Exchange, 'number'>): void {
    this.#numbers.add(number);
  }

  /** Adds all that another tally holds so far. */
  addAll(other: ExchangeTally): void {
    for (const number of other.#numbers) this.#numbers.add(number);
  }

  get count(): number {
    return this.#numbers.size;
  }
}
