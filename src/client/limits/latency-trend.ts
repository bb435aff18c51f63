/**
 * Tells from response times when a target has more requests in flight than it can serve: they rise with what waits in it. Times are
 * compared within one operation and status, because some responses take longer than others: a token is rejected before a password is
 * hashed. A target that is slow from the start shows no rise, and neither does one that hangs: its requests end in a timeout, which
 * is left out.
 */
import type { Operation } from '../../core/operation.ts';

/** Number of responses per window. Its lower quartile is compared, which pauses of this process do not affect. */
const windowSize = 16;
/** A rise counts if it is to at least `riseFactor` times the best quartile, and by at least `leastRiseMs`. */
const riseFactor = 2.5;
const leastRiseMs = 50;

interface Trend {
  recent: number[];
  /** Lowest of the quartiles so far, ms. */
  best: number;
}

export class LatencyTrend {
  readonly #trends = new Map<string, Trend>();

  /**
   * Notes a response.
   * @param ms from the request to the end of the response
   * @returns whether the last responses took much longer than others before; once for each window of them
   */
  isRising(operation: Operation, status: number, ms: number): boolean {
    const key = `${operation} ${status}`;
    const trend = this.#trends.get(key) ?? { recent: [], best: Number.POSITIVE_INFINITY };
    this.#trends.set(key, trend);
    trend.recent.push(ms);
    if (trend.recent.length < windowSize) return false;
    const quartile = trend.recent.sort((a, b) => a - b)[windowSize / 4]!;
    trend.recent = [];
    const isRising = quartile > riseFactor * trend.best && quartile > trend.best + leastRiseMs;
    trend.best = Math.min(trend.best, quartile);
    return isRising;
  }
}
