/** How a check ends. One place (decide.ts) turns a conclusion into a verdict. */
import type { NotSentReason } from '../client/not-sent.ts';
import { defined } from '../core/defined.ts';
import type { EvidenceRole } from '../core/evidence.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Operation } from '../core/operation.ts';
import type { Point } from '../core/points.ts';
import type { Level } from '../core/requirement.ts';
import type {
  Assumption,
  Comparison,
  Counterexample,
  Illustration,
  Reproduced,
  Reproducer,
  Samples,
  UndecidedReason,
  Undeclared,
  WalkRule,
} from '../core/verdict.ts';
import type { CheckContext } from './check-context.ts';

/** An exchange with its part in a proof. If none is marked `wrong`, the last one that is not a control shows the finding. */
export type Proof = Exchange | readonly [exchange: Exchange, note: string, role?: EvidenceRole];

/** One of the cases of a check, such as a wrong token, a query or a generated sample. */
export interface Case {
  /** Identifies the case in every run of the check; left out if the check cannot try it alone. */
  readonly name?: string;
  /** The value of a sample, and where it was found. */
  readonly sample?: { readonly value: unknown; readonly at: Omit<Counterexample, 'input'> };
  /** Whether the violation shows again: confirms the finding with fewer requests than the check takes for this case. */
  readonly showsAgain?: (t: CheckContext) => Promise<boolean>;
}

interface Common {
  readonly samples?: Samples;
  /** Another level than the requirement's: if a declaration or a decoded item makes it stronger. */
  readonly level?: Level;
}

export type Conclusion =
  | ({ readonly verdict: 'pass'; readonly message?: string; readonly reached?: readonly Point[] } & Common)
  | ({
      readonly verdict: 'fail';
      readonly message: string;
      readonly proof: readonly Proof[];
      readonly counterexample?: Counterexample;
      readonly illustrations?: readonly Illustration[];
      readonly symptom?: Reproducer['symptom'];
      /** The walks that were compared, for a script that compares them again. */
      readonly compared?: Comparison | WalkRule;
      /** The violation shows only if the exchanges share one connection. */
      readonly connection?: Reproducer['connection'];
      /** The case that showed it; its confirmation tries that case first (see `CheckContext.casesOf`). */
      readonly case?: Case;
      /** Why the configuration may be wrong instead of the target. */
      readonly suspect?: string;
      readonly reproduced?: Reproduced;
      /** Why its check did not run again, if it did not. */
      readonly notRepeated?: string;
      /** No change of the log explains it: it does not rest on a log that stays the same. */
      readonly whateverChanges?: true;
      /** A missing message may still arrive, so the finding is reported only if its check could run again. */
      readonly mayBeLate?: true;
      /** Filled in by the confirmation. */
      readonly assumptions?: readonly Assumption[];
    } & Common)
  | ({
      readonly verdict: 'inconclusive';
      readonly message: string;
      readonly wouldDecide: string;
      /** The option or key of the configuration that left it open. */
      readonly setting?: string;
      readonly reason?: UndecidedReason;
      /** A limit of the run, such as its budget, forbade a request that would have decided it. */
      readonly notSent?: NotSentReason;
      /** The log changed while it was read: a part of it that keeps still may decide. */
      readonly logChanged?: true;
      readonly proof?: readonly Proof[];
      readonly assumptions?: readonly Assumption[];
    } & Common)
  | ({ readonly verdict: 'notApplicable'; readonly message: string; readonly undeclared?: Undeclared } & Common);

/** Carries a conclusion out of nested code. */
export class CheckConcluded extends Error {
  readonly conclusion: Conclusion;
  constructor(decision: Conclusion) {
    super(`${decision.verdict}: ${decision.message ?? ''}`);
    this.name = 'Decided';
    this.conclusion = decision;
  }
}

/**
 * Ends the check: the target violates the requirement.
 * @throws CheckConcluded always
 */
export function fail(
  message: string,
  proof: readonly Proof[],
  more: Omit<Extract<Conclusion, { verdict: 'fail' }>, 'verdict' | 'message' | 'proof'> = {},
): never {
  throw new CheckConcluded({ verdict: 'fail', message, proof, ...more });
}

/**
 * Ends the check: a precondition is not met. `wouldDecide` tells the user what to change so that it is.
 * @throws CheckConcluded always
 */
export function inconclusive(message: string, wouldDecide: string, proof: readonly Proof[] = []): never {
  throw new CheckConcluded({ verdict: 'inconclusive', message, wouldDecide, proof });
}

/**
 * Ends the check: the target rejected a valid request, without which nothing can be decided.
 * @param what the request that would have to be accepted, such as `the canonical registration`
 * @throws CheckConcluded always
 */
export function validRejected(
  operation: Operation,
  message: string,
  what: string,
  proof: readonly Proof[] = [],
): never {
  const wouldDecide = `a target that accepts ${what}; see ${operation}/accepts-valid`;
  throw new CheckConcluded({ verdict: 'inconclusive', message, wouldDecide, reason: `${operation}-rejected`, proof });
}

/** The same for a registration. @throws CheckConcluded always */
export function registrationRejected(message: string, proof: readonly Proof[] = []): never {
  return validRejected('register', message, 'the canonical registration', proof);
}

/**
 * Ends the check: somebody else changed the log between readings that were to be compared.
 * @throws CheckConcluded always
 */
export function logChanged(more = ''): never {
  throw new CheckConcluded({
    verdict: 'inconclusive',
    message: 'the log changed while it was read',
    wouldDecide: `a webhook whose log is quiet during the run${more}`,
    logChanged: true,
  });
}

/**
 * Ends the check: the run was not configured to decide it.
 * @param setting the option or key of the configuration that would let it: `--depth standard`, `fixtures.verificationCode`
 * @throws CheckConcluded always
 */
export function unconfigured(setting: string, message: string): never {
  const wouldDecide = setting.startsWith('-') ? `a run with ${setting}` : `${setting} in the configuration`;
  throw new CheckConcluded({ verdict: 'inconclusive', message, wouldDecide, setting });
}

/**
 * Ends the check: the requirement is switched off, or rests on a choice that is not declared.
 * @throws CheckConcluded always
 */
export function notApplicable(message: string): never {
  throw new CheckConcluded({ verdict: 'notApplicable', message });
}

/**
 * The requirement is tested only if a choice is declared.
 * @param key below `declares`: `successStatus.create`
 * @param note what the check found out, or why it found nothing
 */
export function undeclared(key: string, note?: string): never {
  const message = `declares.${key} is not declared${note === undefined ? '' : `; ${note}`}`;
  throw new CheckConcluded({ verdict: 'notApplicable', message, undeclared: defined({ key, note }) });
}

/** A pass with a remark, samples or another level; a check that simply returns passes too. */
export function pass(more: Omit<Extract<Conclusion, { verdict: 'pass' }>, 'verdict'> = {}): Conclusion {
  return { verdict: 'pass', ...more };
}

/** Counts samples by their kinds. */
export function samplesOf(decided: readonly string[]): Samples {
  const kinds: Record<string, number> = {};
  for (const kind of decided) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return { count: decided.length, kinds };
}

/** The result of `work`; undefined if it ends inconclusive, so that earlier results decide. */
export async function unlessUndecided<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CheckConcluded && error.conclusion.verdict === 'inconclusive') return undefined;
    throw error;
  }
}
