/**
 * Whether the target has stopped accepting the valid token: searches over some seconds were all answered 401 (see BanWatch), and
 * after that every valid request of several operations. Nothing more is sent then, since it would decide nothing.
 */
import { type Exchange, hasValidToken, isAccepted } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { NotSent } from '../not-sent.ts';

/** Valid requests that must be answered 401 after the searches, and how many operations they must be of. */
const proving = 6;
const leastOperations = 2;

export class TokenWatch {
  /** Of the first valid request that was answered 401 since one was accepted. */
  #from: number | undefined;
  #isSuspected = false;
  #rejected = 0;
  readonly #operations = new Set<Operation>();
  #hasEnded = false;

  /** Searches over some seconds were all answered 401. */
  suspect(): void {
    this.#isSuspected = true;
  }

  note(exchange: Exchange): void {
    const { number, request, response } = exchange;
    if (!hasValidToken(request) || this.#hasEnded) return;
    if (isAccepted(exchange)) this.#clear();
    else if (request.proper && response?.status === 401) this.#noteRejection(number, request.operation);
  }

  /** @throws NotSent if the token has ended */
  assertServes(): void {
    if (this.#hasEnded)
      throw new NotSent('token-ended', `the target rejects the valid token (401), from request #${this.#from} on`);
  }

  /** Number of the request from which on the target rejected the valid token; undefined if it was not found to. */
  get endedAt(): number | undefined {
    return this.#hasEnded ? this.#from : undefined;
  }

  #noteRejection(number: number, operation: Operation): void {
    this.#from = Math.min(number, this.#from ?? number);
    if (!this.#isSuspected) return;
    this.#rejected += 1;
    this.#operations.add(operation);
    this.#hasEnded = this.#rejected >= proving && this.#operations.size >= leastOperations;
  }

  #clear(): void {
    this.#from = undefined;
    this.#isSuspected = false;
    this.#rejected = 0;
    this.#operations.clear();
  }
}
