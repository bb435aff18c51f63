/** Recognises throttling, and decides how long to wait before asking again, and when waiting is of no use. */
import { type Clock, systemClock } from '../core/clock.ts';
import { type Exchange, headerValue } from '../core/exchange.ts';
import type { Operation } from '../core/operation.ts';

/** 429, or an error with Retry-After: the target asks for patience, which says nothing about conformance. */
export function isThrottling({ response }: Exchange): boolean {
  if (response === null || response.status < 400) return false;
  return response.status === 429 || headerValue(response, 'retry-after') !== undefined;
}

/**
 * How long to wait before try number `attempt` + 1, ms; undefined if the response is not throttling.
 * @param now ms since the epoch
 */
export function throttlePause(exchange: Exchange, attempt: number, now: number): number | undefined {
  if (exchange.response === null || !isThrottling(exchange)) return undefined;
  const after = headerValue(exchange.response, 'retry-after');
  if (after === undefined) return Math.min(250 * 2 ** attempt, 8000);
  const seconds = Number(after);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - now;
  // `Retry-After: 0`, or a date in the past: at once at first, and then ever more slowly.
  return Number.isFinite(ms) ? Math.max(ms, Math.min(10 * 2 ** attempt, 1000)) : 1000;
}

/** Longest total wait for one throttled request, ms. */
const patienceMs = 45_000;
/** The same for an operation that was throttled for that long before, ms. */
const shortPatienceMs = 2000;
/** Requests in a row that were given up, after which the operation is not asked for a while. */
const giveUpAfter = 3;
/** How long it is not asked, ms. */
const restMs = 10_000;

interface Throttled {
  exhausted: number;
  restUntil: number;
}

/** Remembers which operations are throttled for good, so that not each of their requests waits in vain. */
export class ThrottlePatience {
  readonly #throttled = new Map<Operation, Throttled>();
  readonly #clock: Clock;

  constructor(clock = systemClock) {
    this.#clock = clock;
  }

  /** Whether requests of the operation were given up so often that it is not asked now. */
  isResting(operation: Operation): boolean {
    return this.#clock.now() < (this.#throttled.get(operation)?.restUntil ?? 0);
  }

  /** Longest total wait for a request of the operation, ms. */
  patienceOf(operation: Operation): number {
    return this.#throttled.has(operation) ? shortPatienceMs : patienceMs;
  }

  /** A request was given up. */
  exhaust(operation: Operation): void {
    const known = this.#throttled.get(operation) ?? { exhausted: 0, restUntil: 0 };
    known.exhausted += 1;
    if (known.exhausted >= giveUpAfter) known.restUntil = this.#clock.now() + restMs;
    this.#throttled.set(operation, known);
  }

  /** A request of the operation was answered otherwise. */
  recover(operation: Operation): void {
    this.#throttled.delete(operation);
  }
}
