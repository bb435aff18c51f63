/**
 * Server errors of an outage, for example while a database is replaced: for some time nothing is accepted, not even the configured
 * requests. They are excused once in a run. Errors between accepted requests count, and so do those of a second outage.
 */
import { type Exchange, isAccepted } from '../core/exchange.ts';

/** A shorter series of errors may be due to what was sent, ms. */
const shortestMs = 200;

const endOf = ({ startedAt, ms }: Exchange): number => startedAt + ms;

export class OutageErrors {
  /** Errors since the last request that was accepted. */
  #open: Exchange[] = [];
  /** Those of the only outage; none after a second one. */
  #outage: Exchange[] = [];
  #hasBeen = false;
  /** When the outage ended, ms since the epoch: a request that was sent before may fail after it. */
  #until = Number.NEGATIVE_INFINITY;

  /** Errors that are excused. */
  get excused(): readonly Exchange[] {
    return this.#outage;
  }

  /** Remembers a server error. */
  add(error: Exchange): void {
    const isOfOutage = this.#outage.length > 0 && error.startedAt < this.#until;
    (isOfOutage ? this.#outage : this.#open).push(error);
  }

  /** The errors that count, once the response of another request is known. */
  countingAt(exchange: Exchange): readonly Exchange[] {
    const [first] = this.#open;
    // What was sent before the first error was answered may have been carried out before the outage.
    if (first === undefined || !isAccepted(exchange) || exchange.startedAt < endOf(first)) return [];
    if (!isOutage(this.#open)) return this.rest();
    if (this.#hasBeen) return [...this.#outage.splice(0), ...this.rest()];
    this.#hasBeen = true;
    this.#outage = this.rest();
    this.#until = endOf(exchange);
    return [];
  }

  /** The errors since the last request that was accepted: they count if none is accepted any more. */
  rest(): Exchange[] {
    return this.#open.splice(0);
  }
}

function isOutage(errors: readonly Exchange[]): boolean {
  const [first] = errors;
  const last = errors.at(-1);
  if (first === undefined || last === undefined) return false;
  return endOf(last) - endOf(first) >= shortestMs && errors.some(({ request }) => request.canonical);
}
