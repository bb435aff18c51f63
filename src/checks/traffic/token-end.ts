/** When the target stopped accepting the valid token: it has expired, or it was revoked. */
import { type Exchange, isAccepted } from '../../core/exchange.ts';

/** Rejected valid requests that tell the end of a token: fewer may be rejected for another reason. */
const proving = 3;

/** Reads the exchanges of a run as they end. */
export class TokenEnd {
  #wasAccepted = false;
  /** Numbers of the valid requests that were rejected since the last one that was accepted. */
  #rejected: number[] = [];

  record(exchange: Exchange): void {
    if (!exchange.request.canonical) return;
    if (isAccepted(exchange)) {
      this.#wasAccepted = true;
      this.#rejected = [];
    } else if (exchange.response?.status === 401) this.#rejected.push(exchange.number);
  }

  /** Number of the request from which on every valid one got a 401; undefined if the token still serves, or never did. */
  get from(): number | undefined {
    if (!this.#wasAccepted || this.#rejected.length < proving) return undefined;
    return Math.min(...this.#rejected);
  }
}
