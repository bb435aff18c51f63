/** From the report of a `cawl learn` run to the choices that can be declared. */
import type { Choice, Learned } from '../core/choice.ts';
import { observedGaps } from '../core/gaps.ts';
import type { ConformanceReport, Observation, ReportedRequirement } from '../core/report.ts';
import { choiceOf } from './declare.ts';

/** @param probed ids of the requirements that the run selected: a gap that none of them observes was not looked for */
export function learnChoices(
  { observations, requirements }: Pick<ConformanceReport, 'observations' | 'requirements'>,
  probed: readonly string[],
): Learned {
  const choices: Choice[] = [];
  const varying: Observation[] = [];
  for (const observation of observations) {
    const { declare, about, seen, otherwise = [] } = observation;
    const count = seen === 1 ? 'seen once' : `seen ${seen} times`;
    const choice = declare && choiceOf(declare, about === undefined ? count : `${about}; ${count}`);
    if (!choice) continue;
    if (otherwise.length > 0) varying.push(observation);
    else choices.push(choice);
  }
  const observed = new Set<string>(observations.map(({ gap }) => gap));
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const unknown = observedGaps
    .filter(({ id, declarable }) => declarable === true && !observed.has(id))
    .map(({ id, probe }) => ({
      key: id,
      why: probed.includes(probe)
        ? whyUnknown(byId.get(probe))
        : 'not looked for: --read-only sends nothing but searches',
    }));
  return { choices, varying, unknown };
}

/** What the check that should have observed a gap says about it. */
function whyUnknown(requirement: ReportedRequirement | undefined): string {
  const nothing = 'no exchange showed it';
  switch (requirement?.verdict) {
    case 'notApplicable':
      return requirement.undeclared?.note ?? nothing;
    case 'inconclusive':
    case 'fail':
    case 'error':
      return requirement.message ?? nothing;
    default:
      return nothing;
  }
}
