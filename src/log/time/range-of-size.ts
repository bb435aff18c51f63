/** Searches for a range that returns so many items. */
import { logStatuses } from '../../core/operation.ts';
import type { LogQuery } from '../query.ts';
import { rangeQuery, type TimeFormatInference } from './infer.ts';
import type { Measure } from './meter.ts';

const dayMs = 86_400_000;
const mostHalvings = 18;

/** Which bound of a range is moved. */
export type Side = 'to' | 'from';

/**
 * A range up to a moment or from it on, with either status or none, found by halving; undefined where none has so many items:
 * those that share their time come and go together.
 */
export async function findRangeOfSize(
  wanted: number,
  sense: TimeFormatInference,
  measure: (query: LogQuery) => Promise<Measure>,
  sides: readonly Side[] = ['to', 'from'],
): Promise<LogQuery | undefined> {
  const statuses: LogQuery[] = [{}, ...[...logStatuses].reverse().map((status) => ({ status }))];
  for (const status of statuses)
    for (const side of sides) {
      const range = (at: number) => (side === 'to' ? rangeQuery(sense, sense.lo, at) : rangeQuery(sense, at, sense.hi));
      const found = await halve({ wanted, sense, measure, isRising: side === 'to' }, (at) => ({
        ...range(at),
        ...status,
      }));
      if (found !== undefined) return found;
    }
  return undefined;
}

interface Search {
  readonly wanted: number;
  readonly sense: TimeFormatInference;
  measure(query: LogQuery): Promise<Measure>;
  /** Whether a later moment makes the range longer. */
  readonly isRising: boolean;
}

async function halve({ wanted, sense, measure, isRising }: Search, rangeAt: (at: number) => LogQuery) {
  const [first, last] = [sense.cuts[0]!, sense.cuts.at(-1)!];
  const span = last - first + dayMs;
  let [low, high] = [Math.max(first - 2 * span, sense.lo), Math.min(last + 2 * span, sense.hi)];
  for (let step = 0; step < mostHalvings && high - low > Math.max(sense.form.unitMs, 1000); step += 1) {
    const middle = Math.floor((low + high) / 2);
    const { count } = await measure(rangeAt(middle));
    if (count === undefined) return undefined;
    if (count === wanted) return rangeAt(middle);
    if (count < wanted === isRising) low = middle;
    else high = middle;
  }
  return undefined;
}
