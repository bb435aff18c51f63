/** Which requirements are decided on a server with a fault. */
import { isFromSpecification, type Level, type Requirement } from '../core/requirement.ts';

/**
 * - `owner`: the owner of the fault and what it needs;
 * - `operation`: all requirements of the broken operation, since no other operation behaves differently;
 * - `all`: the whole catalogue.
 */
export type ProofScope = 'owner' | 'operation' | 'all';

/** Ids of the requirements; undefined for all. */
export function requirementsInScope(
  scope: ProofScope,
  requirements: readonly Requirement[],
  owner: string,
): ReadonlySet<string> | undefined {
  if (scope === 'all') return undefined;
  return scope === 'owner' ? requirementsForOwner(requirements, owner) : requirementsOfOperation(requirements, owner);
}

/** Verifying needs a registered user: a fault of either operation may show in the other. */
const accountOperations: ReadonlySet<Requirement['operation']> = new Set(['register', 'verify']);

/** Ids of all requirements of the operation that the owner's fault breaks. */
export function requirementsOfOperation(requirements: readonly Requirement[], owner: string): ReadonlySet<string> {
  const broken = requirements.find(({ id }) => id === owner)?.operation ?? null;
  const concerned = requirements.filter(
    ({ operation }) =>
      broken === null || operation === broken || (accountOperations.has(broken) && accountOperations.has(operation)),
  );
  return new Set(concerned.map(({ id }) => id));
}

/** Ids of the owner, of the valid request it builds on, and for one that watches traffic of the whole operation. */
export function requirementsForOwner(requirements: readonly Requirement[], owner: string): ReadonlySet<string> {
  const { operation, watches } = requirements.find(({ id }) => id === owner) ?? {};
  const needed = requirements.filter(
    (one) => one.operation === operation && (watches === true || one.id === `${operation}/accepts-valid`),
  );
  return new Set([owner, ...needed.map(({ id }) => id)]);
}

/** Whether a missed fault of this level fails the self-test: the specification states the requirement or implies it. */
export function mustBeCaught(level: Level): boolean {
  return isFromSpecification(level);
}
