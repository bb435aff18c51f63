import type { Evidence } from './evidence.ts';
import type { MessageShape } from './exchange.ts';
import type { Operation } from './operation.ts';
import type { Point } from './points.ts';
import type { Level } from './requirement.ts';

/** ISO 9646 words. `error` is the kit's own failure, never the target's. */
export const verdictKinds = ['pass', 'fail', 'inconclusive', 'notApplicable', 'error'] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** How many samples decided a row, and of which kinds they were ("unicode: 12"). */
export interface Samples {
  readonly count: number;
  readonly kinds: Readonly<Record<string, number>>;
}

/** A counterexample that was shrunk: `{seed, path}` gives the same value to fast-check again. */
export interface Counterexample {
  readonly input: unknown;
  readonly shrinks: number;
  readonly seed: number;
  readonly path: string;
}

/** A walk drawn in the report: one box a page, the page where it went wrong marked. */
export interface WalkDrawing {
  readonly kind: 'walk';
  readonly title: string;
  readonly pages: readonly {
    readonly place: number;
    readonly reachedBy: 'first' | 'next' | 'prev';
    readonly items: number;
    readonly total: number | null;
    readonly first?: string;
    readonly last?: string;
    readonly note?: string;
    readonly wrong?: boolean;
  }[];
}

/** Two bags that should agree: what is missing and what is surplus, five of each at most. */
export interface BagDifference {
  readonly kind: 'bags';
  readonly left: string;
  readonly right: string;
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
  readonly missingCount: number;
  readonly surplusCount: number;
}

export type Illustration = WalkDrawing | BagDifference;

/** A choice that the configuration must declare before the requirement is tested. */
export interface Undeclared {
  /** Below `declares`: `successStatus.create`. */
  readonly key: string;
  /** What the check found out, or why it found nothing. */
  readonly note?: string;
}

/** In how many runs of its check a finding showed, of how many. */
export interface Reproduced {
  readonly times: number;
  readonly of: number;
}

/** Something that a finding rests on beside its exchanges, and what its test in the run showed. */
export interface Assumption {
  readonly kind: 'token-valid' | 'available' | 'log-unchanged' | 'reads-settled' | 'users-differ' | 'codes-differ';
  /** Such as `the valid token stayed valid`. */
  readonly statement: string;
  readonly result: 'holds' | 'fails' | 'untested';
  /** What the test showed. */
  readonly observed: string;
}

/** Why a requirement is undecided: a valid request of the operation was rejected. The run as a whole may know the cause. */
export type UndecidedReason = `${Operation}-rejected`;

/** For each reason, the change that would decide the requirements. */
export type Remedies = { readonly [reason in UndecidedReason]?: string };

/** What a check found about its row. Fields that cannot be together do not exist together. */
export type Verdict = DecidedVerdict & {
  /** How long it took to decide, ms. */
  readonly ms?: number;
};

type DecidedVerdict =
  | {
      readonly verdict: 'pass';
      readonly exchanges: number;
      readonly message?: string;
      /** Situations that the check met, which give the pass its weight. */
      readonly reached?: readonly Point[];
      readonly samples?: Samples;
      readonly level?: Level;
    }
  | {
      readonly verdict: 'fail';
      readonly exchanges: number;
      readonly message: string;
      readonly evidence: readonly Evidence[];
      readonly counterexample?: Counterexample;
      readonly illustrations?: readonly Illustration[];
      readonly capsule?: Reproducer;
      /** Why the configuration may be wrong instead of the target. */
      readonly suspect?: string;
      readonly reproduced?: Reproduced;
      /** Why its check did not run again, if it did not: every finding has this or `reproduced`. */
      readonly notRepeated?: string;
      /** Of a finding that was confirmed. */
      readonly assumptions?: readonly Assumption[];
      readonly samples?: Samples;
      readonly level?: Level;
    }
  | {
      readonly verdict: 'inconclusive';
      readonly exchanges: number;
      readonly message: string;
      /** What would decide it, as an instruction to the user. */
      readonly wouldDecide: string;
      /** The option or key of the configuration that left it open; absent if the target did. */
      readonly setting?: string;
      readonly reason?: UndecidedReason;
      readonly evidence?: readonly Evidence[];
      /** Of a finding that is not reported, since one of them does not hold. */
      readonly assumptions?: readonly Assumption[];
      readonly level?: Level;
    }
  | {
      readonly verdict: 'notApplicable';
      readonly exchanges: number;
      readonly message: string;
      readonly undeclared?: Undeclared;
      readonly level?: Level;
    }
  | {
      readonly verdict: 'error';
      readonly exchanges: number;
      readonly message: string;
      readonly stack?: string;
      readonly level?: Level;
    };

/**
 * A failing case that can be sent again: requests in order, and the symptom that tells whether it still fails. Texts hold
 * the placeholders of core/placeholders.ts. Reports call it `capsule`.
 */
export interface Reproducer {
  readonly steps: readonly ReproducerStep[];
  readonly symptom: Symptom;
  /** `same`: the steps must share one connection. */
  readonly connection?: 'same';
}

export interface ReproducerStep {
  readonly method: string;
  /** Path and query below the base URL, already percent-encoded, with placeholders. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The body as text with placeholders; null for none. Bytes that are not UTF-8 are written as `base64:…`. */
  readonly body: string | null;
  /** How the message is written, if that is not as usual. */
  readonly shape?: MessageShape;
}

/** How a reproducer shows that it still fails. With `check`, only the requirement's own check can tell. */
export type Symptom =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'server-error' }
  | { readonly kind: 'shape'; readonly schema: 'page' | 'empty-object' | 'json' | 'content-type' }
  | { readonly kind: 'check'; readonly shows?: Demonstration };

/** What requests without the check can show of a violation. */
export type Demonstration = ResponseRule | WalkRule | Comparison;

/**
 * Rules that a script can judge by the responses to the steps alone. Of the last one: `no-data` and `no-items` (no success with
 * items), `rejection-data` (no items in a rejection), `page-total` (no more items than totalItems), `last-accepted` and `last-rejected` (how the failure shows). Of all:
 * `varies` (one valid request is accepted and rejected). `at-once`: no script can, since requests must meet.
 */
export const responseRules = [
  'no-data',
  'no-items',
  'rejection-data',
  'page-total',
  'last-accepted',
  'last-rejected',
  'varies',
  'at-once',
] as const;
export type ResponseRule = (typeof responseRules)[number];

/**
 * Rules that a script can judge by one walk: `complete` (as many items as totalItems says), `ends`, `constant-total`,
 * `unique-items`, `back` (prev leads to the page before).
 */
export type WalkRule = 'complete' | 'ends' | 'constant-total' | 'unique-items' | 'back';

/** Walks that a script reads and compares, each by its parameters as in a URL. */
export type Comparison = WalkComparison | TimeOrder | DifferentOrders | ForeignItems;

/** Walks that must have the same items on both sides. */
export interface WalkComparison {
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** The items of the left side need only be among those of the right. */
  readonly isPart: boolean;
}

/** A walk in which the items up to a moment must come first, or last if it is descending. */
export interface TimeOrder {
  readonly sorted: string;
  /** The walk of the items up to that moment. */
  readonly early: string;
  readonly isDescending: boolean;
}

/** Two walks that must have different orders. */
export interface DifferentOrders {
  readonly orders: readonly [string, string];
}

/** The last step must not return items that only the log of the first webhook has. */
export interface ForeignItems {
  readonly of: string;
  readonly at: string;
}
