/** A property that is judged on many samples, and what came of it. */
import type fc from 'fast-check';
import type { Clock } from '../core/clock.ts';

export interface SampledProperty<T, F> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Undefined if the sample satisfies the property. The signal aborts when its result is no longer needed. */
  readonly judge: (value: T, signal: AbortSignal) => Promise<F | undefined>;
  /** The system's unless given. */
  readonly clock?: Clock;
  readonly seed: number;
  readonly numRuns: number;
  /** Samples in flight, at most 32. */
  readonly concurrency: number;
  /** Siblings in flight while shrinking, at most 8. */
  readonly shrinkConcurrency?: number;
  /** After this, ms, a sample counts as undecided and its signal aborts. */
  readonly sampleTimeoutMs?: number;
  /**
   * What shrinking may cost. `samples` counts as a sequential run would, so that the result does not depend on
   * concurrency; up to `shrinkConcurrency` more are judged at each step. `ms` is the last resort.
   */
  readonly shrinkBudget?: { readonly samples: number; readonly ms: number };
  /** Samples that come first: they count as runs and have the first indices. */
  readonly examples?: readonly T[];
  /** Judges only the sample at this path, then continues to shrink from there. */
  readonly path?: string;
  /** The kind of a sample, for the distribution in the report. */
  readonly kindOf?: (value: T) => string;
  /** Ends the run early, as interrupted. */
  readonly signal?: AbortSignal;
}

export interface SampledResult<T, F> {
  /** Decided samples, up to and including the failing one. */
  readonly numRuns: number;
  /** How many of each kind they were. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly failed?: {
    readonly value: T;
    readonly seed: number;
    /** Replays the value: `{seed, path}`, with the same arbitrary and examples. */
    readonly path: string;
    readonly shrinks: number;
    readonly failure: F;
  };
  /** Why not all samples were decided. */
  readonly interrupted?: 'timeout' | 'aborted';
}
