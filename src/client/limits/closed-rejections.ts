/**
 * Whether the target rejects searches without the valid token by closing the connection. One that lost its connection is sent
 * again, since a gateway may have lost it; if several were lost again, none came back, and the next ones are not sent twice.
 */
import { type Exchange, hasValidToken } from '../../core/exchange.ts';

/** Searches in a row that lost their connection twice. */
const leastInRow = 3;

export class ClosedRejections {
  #inRow = 0;

  /** @param isSecond the request was sent again after it had lost its connection */
  note(exchange: Exchange, isSecond: boolean): void {
    if (hasValidToken(exchange.request) || exchange.request.method !== 'GET') return;
    if (exchange.response !== null) this.#inRow = 0;
    else if (isSecond && exchange.failure?.kind === 'cut') this.#inRow += 1;
  }

  /** Whether a request that lost its connection was rejected by that. */
  explains({ request }: Exchange): boolean {
    return !hasValidToken(request) && this.#inRow >= leastInRow;
  }
}
