/** How long a check may take: its requests may wait for those of all others. */
import type { RunSettings } from '../core/config.ts';

/** Longest time of a check that names none, where the run has no limit, ms. */
export const defaultLimitMs = 120_000;
/** Longest timer, ms. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * As long as the run, ms, where that is slow because of the target or of its user.
 * @param leastMs what it may take in any case
 */
export function longestCheckMs(
  { maxTimeMs = 0, throttledTimeMs = 0, rate, maxRequests }: RunSettings,
  leastMs = defaultLimitMs,
): number {
  const pacedMs = rate > 0 ? (1000 * maxRequests) / rate : 0;
  return Math.min(Math.max(leastMs, maxTimeMs + throttledTimeMs, pacedMs), longestTimerMs);
}
