/** Arbitraries for correct servers, logs and navigation steps. */
import fc from 'fast-check';
import type { Step } from '../../src/log/navigation/navigation-finding.ts';
import type { Choices, Shape } from './choices.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const times = fc.constantFrom(
  { time: 'rfc3339' as const, unitMs: 1000 },
  { time: 'rfc3339' as const, unitMs: 1 },
  { time: 'rfc3339' as const, unitMs: minute },
  { time: 'epoch-seconds' as const, unitMs: 1000 },
  { time: 'epoch-milliseconds' as const, unitMs: 1 },
  { time: 'date' as const, unitMs: day },
  { time: 'date' as const, unitMs: 1 },
);

const shown = fc.constantFrom('absent' as const, 'empty' as const, 'null' as const);

const growing = fc.record({
  kind: fc.constantFrom('newest' as const, 'ring' as const, 'late' as const),
  every: fc.integer({ min: 3, max: 40 }),
  arrivals: fc.constantFrom(1, 3, 10, 30),
});

export function choicesArbitrary(growth: 'quiet' | 'growing'): fc.Arbitrary<Choices> {
  return fc
    .record({
      bounds: fc.constantFrom('[]' as const, '[)' as const, '(]' as const, '()' as const),
      clock: times,
      ties: fc.constantFrom('arrival' as const, 'turned' as const, 'item' as const),
      defaultOrder: fc.constantFrom('asc' as const, 'desc' as const),
      otherSort: fc.constantFrom('refused' as const, 'default' as const),
      cursor:
        growth === 'quiet'
          ? fc.constantFrom('keyset' as const, 'offset' as const, 'kept' as const)
          : fc.constantFrom('keyset' as const, 'kept' as const),
      form: fc.constantFrom('carried' as const, 'needs-repeating' as const, 'refuses-repeating' as const),
      serves: fc.constantFrom('always' as const, 'once' as const, 'pair-once' as const),
      end: shown,
      firstPrev: fc.oneof(shown, fc.constant('to-an-empty-page' as const)),
      trailing: fc.constantFrom('none' as const, 'when-full' as const, 'always' as const),
      pageSize: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(100)),
      pages: fc.constantFrom('fixed' as const, 'fixed' as const, 'looked-at' as const, 'weighed' as const),
      lookBackMs: fc.constantFrom(undefined, undefined, 2 * day, 30 * day),
      refusesFar: fc.boolean(),
      growth: growth === 'quiet' ? fc.constant({ kind: 'quiet' as const, every: 1, arrivals: 0 }) : growing,
    })
    .map(({ clock, ...rest }) => ({ ...rest, ...clock }));
}

export const shapeArbitrary: fc.Arbitrary<Shape> = fc.record({
  count: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 30 })),
  ties: fc.constantFrom(1, 1, 2, 3, 7, 100),
  items: fc.constantFrom('unique' as const, 'repeating' as const, 'equal' as const),
  statuses: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  stepMs: fc.constantFrom(1, 700, 5 * minute, hour, 5 * hour, day),
  newestMs: fc.constantFrom(0, hour, 3 * day),
});

export const stepsArbitrary: fc.Arbitrary<Step[]> = fc.array(
  fc.constantFrom('next' as const, 'next' as const, 'next' as const, 'prev' as const, 'prev' as const),
  { maxLength: 10 },
);

/** Position of the first of two cuts in the time span of the log, 0 to 1. */
export const cutArbitrary = fc.constantFrom(0.05, 0.2, 0.35, 0.5, 0.65);
