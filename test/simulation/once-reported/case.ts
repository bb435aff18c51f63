import type { Depth } from '../../../src/core/config.ts';
import type { Server } from '../server/axes.ts';

/** A conforming server that an earlier version reported, reduced, and the run that found it. */
export interface Case {
  readonly why: string;
  readonly seed: number;
  readonly depth: Depth;
  /** Left out if only a run with all requirements showed it. */
  readonly ids?: readonly string[];
  readonly axes: Partial<Server>;
}
