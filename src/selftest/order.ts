/** The order in which faults are proven and conforming servers are judged. */
import { loadSuites } from '../checks/load-suites.ts';
import { checks } from '../checks/registry.ts';
import { operationTable } from '../interface/operations.ts';
import type { Fault } from '../reference/index.ts';

/** Share of the order by which what takes long has begun: if it began last, the other processes would have nothing left to do. */
const longShare = 0.75;

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
    .flatMap(([owner, group]) => spread(group, isAboutUsers(owner) ? longShare : 1))
    .sort(byPlace)
    .map(({ item }) => item);
}

/** The servers among the proofs: they compute, or take long, while proofs wait. */
export function spreadAmong<T>(servers: readonly T[], proofs: readonly T[]): T[] {
  return [...spread(servers, longShare), ...spread(proofs, 1)].sort(byPlace).map(({ item }) => item);
}

interface Placed<T> {
  readonly item: T;
  /** Share of the order before it. */
  readonly place: number;
}

/** At equal distances, the last one before `end`. */
const spread = <T>(items: readonly T[], end: number): Placed<T>[] =>
  items.map((item, index) => ({ item, place: (end * (index + 0.5)) / items.length }));

const byPlace = (one: Placed<unknown>, other: Placed<unknown>): number => one.place - other.place;
