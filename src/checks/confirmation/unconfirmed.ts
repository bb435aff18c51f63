/** Verdicts for findings whose confirmation could not be completed. */
import type { Requirement } from '../../core/requirement.ts';
import { type Ending, type Failure, isAcceptance } from '../decide.ts';
import { restsOnLog } from './assumptions.ts';

type Undecided = Extract<Ending, { verdict: 'inconclusive' }>;

export const awayEachTime: Ending = {
  verdict: 'inconclusive',
  message: 'the target was away each time when the finding was to be confirmed',
  wouldDecide: 'a target that stays available during the run',
};

/** A finding that the second run of its check did not show, while a third could not be sent. */
export function shownOnce({ message, proof }: Failure, { message: why, wouldDecide }: Undecided): Ending {
  return {
    verdict: 'inconclusive',
    message: `a second run of the check does not show it, and a third could not be sent (${why}): ${message}`,
    wouldDecide,
    proof,
  };
}

const wouldRepeat = 'a run with more requests or time left, or --only with this requirement';

/**
 * A finding whose check could not run again, so that its own controls must be enough. They are not if the log may have changed
 * meanwhile: entries may arrive, and totals be counted anew, between two searches that contradict each other. Nor are they if what is
 * missing may still arrive.
 */
export function unrepeated(requirement: Requirement, found: Failure, why: string): Ending {
  const { message, proof } = found;
  if (found.mayBeLate === true)
    return {
      verdict: 'inconclusive',
      message: `what is missing may still arrive, and the check could not run again (${why}). Without that: ${message}`,
      wouldDecide: wouldRepeat,
      proof,
    };
  if (!restsOnLog(requirement) || found.whateverChanges === true || isAcceptance(found))
    return { ...found, notRepeated: `the check could not run again: ${why}` };
  return {
    verdict: 'inconclusive',
    message: `the log may have changed, and the check could not run again (${why}). Without that: ${message}`,
    wouldDecide: wouldRepeat,
    proof,
  };
}
