/**
 * Throttling of one operation: a target may limit registrations, say, and answer all else. If a valid request of another
 * operation is accepted in the meantime, only the throttled operation waits, and the run goes on.
 */
import type { Clock } from '../../core/clock.ts';
import { type Exchange, isAccepted, type WireResult } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { operationTable } from '../../interface/operations.ts';
import { isThrottling } from './throttling.ts';

/** Shorter pauses than these, in ms, cost the run too little to look at other operations. */
const leastAskedMs = 5000;
const leastUnaskedMs = 2000;

export interface OperationPausesSurroundings {
  readonly clock: Clock;
  /** Sends a valid search ahead of all waiting requests; undefined if none was accepted so far, or the run is over. */
  readonly search: () => Promise<WireResult> | undefined;
}

/** An operation that was throttled, and has not accepted a request since. */
interface Throttled {
  /** When the first throttled response arrived, ms since the epoch. */
  readonly from: number;
  /** Whether a search was accepted meanwhile; undefined before one was sent. */
  isSearchAccepted?: Promise<boolean>;
  /** Until when its requests wait, ms of {@link Clock.elapsed}. */
  resumeAt: number;
}

export class OperationPauses {
  readonly #around: OperationPausesSurroundings;
  readonly #throttled = new Map<Operation, Throttled>();
  /** When the last accepted request of each operation was sent, ms since the epoch. */
  readonly #accepted = new Map<Operation, number>();

  constructor(around: OperationPausesSurroundings) {
    this.#around = around;
  }

  note(exchange: Exchange): void {
    const { request, startedAt, ms } = exchange;
    const { operation } = request;
    if (isAccepted(exchange)) {
      this.#accepted.set(operation, startedAt);
      this.#throttled.delete(operation);
    } else if (isThrottling(exchange) && !this.#throttled.has(operation))
      this.#throttled.set(operation, { from: startedAt + ms, resumeAt: 0 });
  }

  /**
   * Whether only requests of this operation are throttled, so that no other has to wait.
   * @param pause the next pause, ms
   * @param isAsked the target asked for it
   */
  async isAlone(operation: Operation, pause: number, isAsked: boolean): Promise<boolean> {
    const throttled = this.#throttled.get(operation);
    if (throttled === undefined) return false;
    if (throttled.resumeAt === 0 && pause < (isAsked ? leastAskedMs : leastUnaskedMs)) return false;
    if (this.#othersAcceptedSince(operation, throttled.from)) return true;
    if (operationTable[operation].method === 'GET') return false;
    throttled.isSearchAccepted ??= this.#isSearchAccepted();
    return throttled.isSearchAccepted;
  }

  #othersAcceptedSince(operation: Operation, moment: number): boolean {
    return [...this.#accepted].some(([other, startedAt]) => other !== operation && startedAt > moment);
  }

  async #isSearchAccepted(): Promise<boolean> {
    const result = await this.#around.search();
    return result !== undefined && 'response' in result && result.response.status < 300;
  }

  /**
   * Sends no request of this operation for that long, ms.
   * @returns how much longer than before, ms
   */
  hold(operation: Operation, ms: number): number {
    const throttled = this.#throttled.get(operation);
    if (throttled === undefined) return 0;
    const now = this.#around.clock.elapsed();
    const before = Math.max(throttled.resumeAt, now);
    throttled.resumeAt = Math.max(before, now + ms);
    return throttled.resumeAt - before;
  }

  /** Resolves when requests of the operation may be sent; undefined if they may be sent now. */
  wait(operation: Operation): Promise<void> | undefined {
    if (this.#throttled.size === 0) return undefined;
    const waitMs = (this.#throttled.get(operation)?.resumeAt ?? 0) - this.#around.clock.elapsed();
    return waitMs > 0 ? this.#around.clock.sleep(waitMs) : undefined;
  }
}
