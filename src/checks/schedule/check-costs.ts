/** What checks cost, as measured on the embedded reference server: a forecast for any other. */
import type { Depth } from '../../core/config.ts';
import { type Check, type Phase, phases } from '../registry.ts';
import { type RequirementCost, requirementCosts } from './requirement-costs.ts';

/** Costs at each depth, as multiples of those at `standard`. */
const atDepth: Readonly<Record<Depth, RequirementCost>> = {
  quick: { requests: 0.1, rounds: 0.4 },
  standard: { requests: 1, rounds: 1 },
  deep: { requests: 8, rounds: 4 },
};

/** The costs assumed for a requirement that was not measured yet. */
const usualCost: RequirementCost = { requests: 20, rounds: 10 };

/** @param depth of the run */
export function costOf({ requirement: { id } }: Check, depth: Depth = 'standard'): RequirementCost {
  const { requests, rounds } = requirementCosts[id] ?? usualCost;
  return { requests: requests * atDepth[depth].requests, rounds: rounds * atDepth[depth].rounds };
}

/** The phase in which most of its requests are sent. */
export const firstPhaseOf = ({ options }: Check): Phase => options.prepare?.phase ?? options.phase ?? 'main';

/** Most of a budget of requests that is kept for checks of later phases. */
const mostKept = 0.16;
/** Share that each later check takes of it, as a multiple of its cost: if few requests are sent, more of them need users. */
const keptOfCost: Readonly<Record<Depth, number>> = { quick: 2, standard: 1, deep: 1 };

/** Least number of requests kept, for the control after a request that must be rejected: a user, and its right code. */
const leastKept: Readonly<Record<Depth, number>> = { quick: 2, standard: 0, deep: 0 };

/** Requests of a budget that checks of a phase leave to those of later phases, and to the controls after them. */
export function keptForLater(
  checks: readonly Check[],
  phase: Phase,
  { depth, maxRequests }: { readonly depth: Depth; readonly maxRequests: number },
): number {
  const later = phases.slice(phases.indexOf(phase) + 1);
  const needed = checks.filter((check) => later.includes(firstPhaseOf(check)));
  const requests = needed.reduce((sum, check) => sum + costOf(check, depth).requests, 0);
  const kept = Math.floor(Math.min(keptOfCost[depth] * requests, mostKept * maxRequests));
  return Math.max(kept, leastKept[depth]);
}
