/** The exchanges that a verdict rests on: those sent for its check, and shared ones that the check used. Each counts once. */
import type { Exchange } from '../core/exchange.ts';

export class ExchangeTally {
  readonly #exchanges = new Map<number, Exchange | undefined>();
  readonly #keeps: boolean;

  /** @param keeps whether the exchanges are kept, so that whoever uses them again can note them */
  constructor({ keeps = false } = {}) {
    this.#keeps = keeps;
  }

  add(exchange: Exchange): void {
    this.#exchanges.set(exchange.number, this.#keeps ? exchange : undefined);
  }

  get count(): number {
    return this.#exchanges.size;
  }

  /** The exchanges noted so far; empty unless they are kept. */
  get exchanges(): readonly Exchange[] {
    return [...this.#exchanges.values()].filter((exchange) => exchange !== undefined);
  }
}
