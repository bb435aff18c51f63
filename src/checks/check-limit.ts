/** How long a check may take: its requests may have to wait for those of all other checks. */
import type { RunSettings } from '../core/config.ts';

/** Longest time of a check that names none, if the run has no limit, ms. */
export const defaultLimitMs = 120_000;
/** Longest delay of a timer of Node, ms. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The time limit of a check, ms: as long as the run may take, if the user or a target that throttles makes it slow.
 * @param leastMs what a check may take in any case
 */
export function longestCheckMs(
  { maxTimeMs = 0, throttledTimeMs = 0, rate, maxRequests }: RunSettings,
  leastMs = defaultLimitMs,
): number {
  const pacedMs = rate > 0 ? (1000 * maxRequests) / rate : 0;
  return Math.min(Math.max(leastMs, maxTimeMs + throttledTimeMs, pacedMs), longestTimerMs);
}
