/**
 * The gap register: everything the specification leaves open, with the requirement that observes it, the advice for
 * portable clients, and whether a configuration can declare the server's choice. A gap never fails by itself: only a
 * declared choice can. Observations, `cawl learn`, the HTML report and the proofs read this table and keep no lists.
 */
import type { Declares } from './config.ts';
import { creationGaps } from './gaps/creations.ts';
import type { ExcludedGap, ObservedGap } from './gaps/gap.ts';
import { operationGaps } from './gaps/operations.ts';
import { refusalGaps } from './gaps/refusals.ts';
import { searchGaps } from './gaps/searches.ts';
import { unseenGaps } from './gaps/unseen.ts';
import { userGaps } from './gaps/users.ts';

/** The declarable choices, as paths below `declares`. */
export type DeclareKey =
  | Exclude<keyof Declares, 'successStatus' | 'requiredFields'>
  | `successStatus.${keyof NonNullable<Declares['successStatus']>}`
  | `requiredFields.${keyof NonNullable<Declares['requiredFields']>}`;

const register = {
  ...operationGaps,
  ...refusalGaps,
  ...creationGaps,
  ...searchGaps,
  ...userGaps,
  ...unseenGaps,
} as const satisfies Readonly<Record<string, ObservedGap | ExcludedGap>> & {
  readonly [Key in DeclareKey]: ObservedGap & { readonly declarable: true };
};

/** Every gap of the register; ids per operation are template literals such as `requiredFields.verify`. */
export type GapId = keyof typeof register;

/** The gaps that a run can observe. */
export type ObservedGapId = {
  [Id in GapId]: (typeof register)[Id] extends ObservedGap ? Id : never;
}[GapId];

export type Gap = { readonly id: GapId } & (ObservedGap | ExcludedGap);

export const gaps: readonly Gap[] = (Object.keys(register) as GapId[]).map((id) => ({ id, ...gapOf(id) }));

export const observedGaps = gaps.filter((gap): gap is { readonly id: ObservedGapId } & ObservedGap => 'probe' in gap);

/** Ids of the gaps whose choice can be declared under `declares`. */
export const declarableGaps = observedGaps.filter((gap) => gap.declarable === true).map(({ id }) => id as DeclareKey);

/** Ids of the requirements that `cawl learn` checks: probes without side effects that a server's owner may mind. */
export const learnRequirements: readonly string[] = [
  ...new Set(
    observedGaps
      .filter(({ skippedByLearn }) => skippedByLearn === undefined)
      .flatMap(({ probe, needs }) => (needs === undefined ? [probe] : [needs, probe])),
  ),
];

export function gapOf(id: GapId): ObservedGap | ExcludedGap {
  return register[id];
}

/** The configuration key that declares a gap, such as `declares.refusalStatus`; undefined if none does. */
export function declarationOf(id: GapId): `declares.${DeclareKey}` | undefined {
  const gap = gapOf(id);
  return 'declarable' in gap && gap.declarable ? `declares.${id as DeclareKey}` : undefined;
}

/** Advice for portable clients. Takes any id, since a report of another version may name gaps unknown here. */
export function adviceFor(id: string): string | undefined {
  return observedGaps.find((gap) => gap.id === id)?.advice;
}
