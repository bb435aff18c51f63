/** Ranges for checks that may take any, so that each is walked once: either bound alone, in the middle of the log, and both. */
import type { LogQuery } from '../query.ts';
import { rangeQuery, type TimeFormatInference } from './infer.ts';

export type SharedRanges = Readonly<Record<'from' | 'to' | 'both', LogQuery>>;

/** @param cuts moments inside the log, ascending; not empty */
export function sharedRanges(sense: TimeFormatInference, cuts: readonly number[]): SharedRanges {
  const [early, late] = [cuts[(cuts.length - 1) >> 1]!, cuts[cuts.length >> 1]!];
  return {
    from: rangeQuery(sense, early, undefined),
    to: rangeQuery(sense, undefined, late),
    both: rangeQuery(sense, cuts[0], late === cuts[0] ? sense.hi : late),
  };
}
