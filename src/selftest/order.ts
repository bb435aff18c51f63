/** The order in which faults are proven. */
import { loadSuites } from '../checks/load-suites.ts';
import { checks } from '../checks/registry.ts';
import { operationTable } from '../interface/operations.ts';
import type { Fault } from '../reference/index.ts';

/**
 * Proofs about users mostly wait, as for a code that never comes; the others mostly compute. Spread evenly, they keep the processor
 * busy all the time. Those that may wait longest come first, since at the end each would keep the others waiting.
 */
export async function inProofOrder(faults: readonly Fault[]): Promise<Fault[]> {
  await loadSuites();
  const owners = new Map(checks().map((check) => [check.requirement.id, check]));
  const isAboutUsers = ({ owner }: Fault) => {
    const operation = owners.get(owner)?.requirement.operation;
    return operation != null && operationTable[operation].tag === 'auth';
  };
  const limitOf = ({ owner }: Fault) => owners.get(owner)?.options.limitMs ?? 0;
  const longestFirst = [...faults].sort((a, b) => limitOf(b) - limitOf(a));
  return spreadEvenly([longestFirst.filter(isAboutUsers), longestFirst.filter((fault) => !isAboutUsers(fault))]);
}

/** Merges groups so that each advances at the same share of its length; the order within a group stays. */
function spreadEvenly<T>(groups: readonly (readonly T[])[]): T[] {
  return groups
    .flatMap((group) => group.map((item, index) => ({ item, share: (index + 0.5) / group.length })))
    .sort((a, b) => a.share - b.share)
    .map(({ item }) => item);
}
