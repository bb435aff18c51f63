/** The order in which faults are proven. */
import { loadSuites } from '../checks/load-suites.ts';
import { checks } from '../checks/registry.ts';
import type { Fault } from '../reference/index.ts';

/** Faults whose owners may wait long, as for a code that never comes, first: at the end each would keep the others waiting. */
export async function longestFirst(faults: readonly Fault[]): Promise<Fault[]> {
  await loadSuites();
  const limitOf = new Map(checks().map(({ requirement, options }) => [requirement.id, options.limitMs ?? 0]));
  return [...faults].sort((a, b) => (limitOf.get(b.owner) ?? 0) - (limitOf.get(a.owner) ?? 0));
}
