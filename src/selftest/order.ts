/** The order in which faults are proven. */
import { loadSuites } from '../checks/load-suites.ts';
import { checks } from '../checks/registry.ts';
import { operationTable } from '../interface/operations.ts';
import type { Fault } from '../reference/index.ts';

/** Share of the order by which the proofs that wait have begun: one that began last would keep the others waiting. */
const waitingShare = 0.75;

/**
 * Proofs about users mostly wait, as for a code that never comes; the others mostly compute. The faults of each owner, which take
 * about the same time, are spread evenly, so that neither all processes wait nor all compute.
 */
export async function inProofOrder(faults: readonly Fault[]): Promise<Fault[]> {
  await loadSuites();
  const operationOf = new Map(checks().map(({ requirement: { id, operation } }) => [id, operation]));
  const isAboutUsers = (owner: string) => {
    const operation = operationOf.get(owner);
    return operation != null && operationTable[operation].tag === 'auth';
  };
  const byOwner = new Map<string, Fault[]>();
  for (const fault of faults) byOwner.set(fault.owner, [...(byOwner.get(fault.owner) ?? []), fault]);
  return [...byOwner]
    .flatMap(([owner, group]) => {
      const end = isAboutUsers(owner) ? waitingShare : 1;
      return group.map((fault, index) => ({ fault, place: (end * (index + 0.5)) / group.length }));
    })
    .sort((a, b) => a.place - b.place)
    .map(({ fault }) => fault);
}
