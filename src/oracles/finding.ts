/** A detected problem: what is wrong in one sentence, and the exchanges that prove it. */
import type { EvidenceRole } from '../core/evidence.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Comparison, Illustration, WalkRule } from '../core/verdict.ts';

/** An exchange with what it shows: "page 4 of 9, reached by next from page 3". */
export type ProofStep = readonly [exchange: Exchange, label: string, role?: EvidenceRole];

export interface Finding {
  /** What kind of problem it is, for code that decides by it; undefined if nothing needs to know. */
  readonly kind?: string;
  readonly message: string;
  readonly proof: readonly ProofStep[];
  readonly illustrations?: readonly Illustration[];
  /** The walks that were compared. */
  readonly compared?: Comparison | WalkRule;
}
