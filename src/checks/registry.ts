/** The checks, registered by the literal id of their requirement, and the phases of a run. It runs nothing. */
import { levels, type Requirement } from '../core/requirement.ts';
import type { CheckContext } from './check-context.ts';
import { type Conclusion, inconclusive, notApplicable, unconfigured } from './conclusion.ts';

/**
 * The order of a run. Right codes come before the first wrong one, since wrong ones may lock a client; malformed requests may crash
 * the target, and come after nearly all others; what locks comes last; `closing` reads what was watched over the whole run. Part of `main` begins beside `right-codes` (overlap.ts).
 */
export const phases = ['opening', 'right-codes', 'main', 'wrong-codes', 'malformed', 'lockout', 'closing'] as const;
export type Phase = (typeof phases)[number];

/** Decides a requirement. Returning passes; `fail`, `inconclusive` and `notApplicable` end it otherwise. */
export type CheckFunction = (t: CheckContext) => Promise<Conclusion | undefined>;

export interface CheckOptions {
  /** Default `main`. */
  readonly phase?: Phase;
  /** Sends requests in an earlier phase. A conclusion that it throws is final; otherwise the check itself decides. */
  readonly prepare?: {
    readonly phase: Phase;
    readonly work: CheckFunction;
    /** The least depth at which it is prepared; below it, the requests of other checks decide. */
    readonly from?: 'standard';
    /** It finds nothing itself: its requests are judged with all traffic, and not waited for once the traffic has shown enough. */
    readonly onlySends?: true;
  };
  /** The evidence lies in the past of the run, so that the check cannot run again and has its own controls instead. */
  readonly confirmsItself?: true;
  /** Longest time, ms, after which the requirement is inconclusive. Default 120,000. */
  readonly limitMs?: number;
  /** The least depth that decides the requirement: it takes more requests than `quick` has. */
  readonly from?: 'standard';
}

export interface Check {
  readonly requirement: Requirement;
  readonly work: CheckFunction;
  readonly options: CheckOptions;
}

const registered = new Map<string, Check>();

/** All checks that the imported suites registered. Those that the gate counts come first: a tight budget may not reach the others. */
export function checks(): readonly Check[] {
  return [...registered.values()].sort(
    (a, b) => levels.indexOf(a.requirement.level) - levels.indexOf(b.requirement.level),
  );
}

/** The entry point for a suite: `const check = checksOf(requirements)`, then `check('logs/walk-complete', async (t) => …)`. */
export function checksOf<const Rows extends readonly Requirement[]>(rows: Rows) {
  return (id: Rows[number]['id'], work: CheckFunction, options: CheckOptions = {}): void => {
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error(`${id} is not a requirement of this suite`);
    if (registered.has(id)) throw new Error(`${id} has two checks`);
    const { prepare, from } = options;
    registered.set(id, {
      requirement: row,
      work: from === undefined ? work : unlessQuick(row, work),
      options: prepare === undefined ? options : { ...options, prepare: { ...prepare, work: preparing(row, options) } },
    });
  };
}

function preparing(requirement: Requirement, { prepare, from }: CheckOptions): CheckFunction {
  const { work, from: prepareFrom } = prepare!;
  if (from !== undefined) return unlessQuick(requirement, work);
  return prepareFrom === undefined ? work : async (t) => (t.effort.isLean ? undefined : work(t));
}

const leftOutForBan = 'left out: the target bans this client for requests without the valid token';

/** Sends nothing at depth `quick`, or if a ban leaves little time: observations are not applicable, all others inconclusive. */
function unlessQuick({ observes }: Requirement, work: CheckFunction): CheckFunction {
  return async (t) => {
    if (!t.effort.isLean) return work(t);
    if (observes === true) notApplicable(t.client.isSparing ? leftOutForBan : 'not observed at depth quick');
    if (t.client.isSparing)
      return inconclusive(leftOutForBan, 'a target that does not ban this client for wrong tokens');
    return unconfigured('--depth standard', 'left out at depth quick');
  };
}
