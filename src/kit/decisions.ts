/** What a check says at its end. Each is thrown or returned; one place (check.ts) turns it into an outcome. */
import type { Exchange } from '../core/exchange.ts';
import type { Capsule, Counterexample, Illustration, Samples } from '../core/outcome.ts';
import type { Level } from '../core/requirement.ts';

/** An exchange that proves something, with what it is in the proof. */
export type Proof = Exchange | readonly [exchange: Exchange, note: string];

interface Common {
  readonly samples?: Samples;
  /** Another level than the row's: where a declaration or a decoded item makes it stronger. */
  readonly level?: Level;
  /** Exchanges of shared reads (the log's model) that this decision rests on. */
  readonly restsOn?: number;
}

export type Decision =
  | ({ readonly verdict: 'pass'; readonly message?: string } & Common)
  | ({
      readonly verdict: 'fail';
      readonly message: string;
      readonly proof: readonly Proof[];
      readonly counterexample?: Counterexample;
      readonly illustrations?: readonly Illustration[];
      readonly symptom?: Capsule['symptom'];
    } & Common)
  | ({
      readonly verdict: 'inconclusive';
      readonly message: string;
      readonly wouldDecide: string;
      readonly proof?: readonly Proof[];
    } & Common)
  | ({ readonly verdict: 'notApplicable'; readonly message: string } & Common);

/** Carries a decision out of nested code to the check wrapper. */
export class Decided extends Error {
  readonly decision: Decision;
  constructor(decision: Decision) {
    super(`${decision.verdict}: ${decision.message ?? ''}`);
    this.name = 'Decided';
    this.decision = decision;
  }
}

/** The target breaks the row. */
export function fail(
  message: string,
  proof: readonly Proof[],
  more: Omit<Extract<Decision, { verdict: 'fail' }>, 'verdict' | 'message' | 'proof'> = {},
): Decided {
  return new Decided({ verdict: 'fail', message, proof, ...more });
}

/** A precondition was not met. `wouldDecide` tells the user what to do about it. */
export function inconclusive(message: string, wouldDecide: string, proof: readonly Proof[] = []): Decided {
  return new Decided({ verdict: 'inconclusive', message, wouldDecide, proof });
}

/** Switched off or not declared. */
export function notApplicable(message: string): Decided {
  return new Decided({ verdict: 'notApplicable', message });
}

export function pass(more: Omit<Extract<Decision, { verdict: 'pass' }>, 'verdict'> = {}): Decision {
  return { verdict: 'pass', ...more };
}
