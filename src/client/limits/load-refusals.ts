/**
 * Whether the target refuses load with a plain 503, without Retry-After. Several in a row that end by themselves show that,
 * twice: once may be an outage. From then on such a 503 is throttling; before, and where the same request gets it again and
 * again, it is the answer to the request.
 */
import type { Exchange } from '../../core/exchange.ts';
import { isThrottling } from './throttling.ts';

/** Refusals in a row before an accepted request, and how many such rows it takes. */
const leastInRow = 3;
const leastRows = 2;
/** How often a request that gets a 503 is sent again at most. */
const mostAgain = 6;

const isPlainUnavailable = (exchange: Exchange): boolean =>
  exchange.response?.status === 503 && !isThrottling(exchange);

export class LoadRefusals {
  #inRow = 0;
  #rows = 0;
  /** Requests that were accepted or rejected in the end after a 503, and those that got nothing else. */
  #answered = 0;
  #unanswered = 0;

  note(exchange: Exchange): void {
    if (exchange.response === null) return;
    if (isPlainUnavailable(exchange)) {
      this.#inRow += 1;
      return;
    }
    if (this.#inRow >= leastInRow) this.#rows += 1;
    this.#inRow = 0;
  }

  /** Whether the request was refused as load, so that it is sent again. @param again how often it was already */
  mayPass(exchange: Exchange, again: number): boolean {
    if (!isPlainUnavailable(exchange)) return false;
    return again < mostAgain && this.#rows >= leastRows && this.#unanswered <= this.#answered;
  }

  /** Notes how a request ended that was sent again. */
  noteEnd(exchange: Exchange): void {
    if (isPlainUnavailable(exchange)) this.#unanswered += 1;
    else this.#answered += 1;
  }
}
