/** A kind of weather: what a target does to the kit, and how a run against it must end. */
import type { WeatherServer } from './servers.ts';

export interface Kind {
  /** Lower-case words joined by hyphens. */
  readonly name: string;
  /** What the target does: a verb phrase whose subject is the server. */
  readonly does: string;
  /** Exit statuses with which the run may end. */
  readonly ends: readonly (0 | 1 | 2 | 3 | 130)[];
  /** A text that the output of the run must contain. */
  readonly says?: string;
  /** Default `standard`. */
  readonly depth?: 'quick' | 'standard';
  /** Longest run, s; as {@link mostSeconds} unless given. */
  readonly seconds?: number;
  /** Time-out of a request, ms; that of the kit unless given. */
  readonly timeoutMs?: number;
  /** Further options of `cawl run`. */
  readonly options?: readonly string[];
  start(): Promise<WeatherServer>;
}

/** Most memory of a run, its worker included: resident set, MB. */
export const mostMegabytes = 250;
/** Longest run, s: 90 s and three time-outs. */
export function mostSeconds({ seconds, timeoutMs = 10_000 }: Kind): number {
  return seconds ?? 90 + (3 * timeoutMs) / 1000;
}
