/** Which job decides what: whole units, or at depth `deep` also a part of the samples of a unit. */
import type { Depth, SamplePart } from '../core/config.ts';
import type { CreationLimits } from '../core/left-behind.ts';
import type { Unit } from './units.ts';

export interface Assignment {
  readonly rows: readonly string[];
  readonly samples?: SamplePart;
  readonly estimate: number;
  readonly creations: CreationLimits;
}

/**
 * At most `jobs` assignments that take about the same number of requests. Their order depends on nothing but the input. A
 * quick run is one job: its operations share what they send, and apart they would not keep its few hundred requests.
 */
export function assign(units: readonly Unit[], jobs: number, depth: Depth): Assignment[] {
  if (depth === 'quick') return packed(units, 1);
  if (jobs <= units.length) return packed(units, jobs);
  return depth === 'deep' ? divided(units, jobs) : packed(units, units.length);
}

/** The most expensive unit first, each to the job with the least so far. */
function packed(units: readonly Unit[], jobs: number): Assignment[] {
  const bins = Array.from({ length: jobs }, () => ({
    rows: [] as string[],
    estimate: 0,
    creations: { users: 0, events: 0 },
  }));
  for (const unit of units) {
    const least = bins.reduce((a, b) => (b.estimate < a.estimate ? b : a));
    least.rows.push(...unit.rows);
    least.estimate += unit.estimate;
    least.creations.users += unit.creations.users;
    least.creations.events += unit.creations.events;
  }
  return bins;
}

/** Each job beyond one per unit goes where a part is the largest. */
function divided(units: readonly Unit[], jobs: number): Assignment[] {
  const parts = units.map((unit) => ({ unit, of: 1 }));
  for (let left = jobs - units.length; left > 0; left -= 1) {
    const largest = parts.reduce((a, b) => (b.unit.estimate / b.of > a.unit.estimate / a.of ? b : a));
    largest.of += 1;
  }
  return parts.flatMap(({ unit, of }) =>
    Array.from({ length: of }, (_, index) => ({
      rows: unit.rows,
      estimate: Math.ceil(unit.estimate / of),
      creations: { users: unit.creations.users / of, events: unit.creations.events / of },
      ...(of === 1 ? {} : { samples: { index, of } }),
    })),
  );
}
