/** On correct searches no relation ever finds a fault; a log that grows may leave it undecided, never broken. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step } from '../../src/log/navigation.ts';
import type { Choices, Shape } from './choices.ts';
import { choicesArbitrary, cutArbitrary, shapeArbitrary, stepsArbitrary } from './drawn.ts';
import { relations, type Says, sceneOf } from './relations.ts';
import { SimulatedSearch } from './search.ts';

/** CAWL_SEED for others than those of every run. */
const seed = Number(process.env['CAWL_SEED'] ?? 1);
const noon = Date.UTC(2026, 2, 3, 12, 0, 0, 250);

/** A ring whose entries arrive late, so that a range loses its oldest while what comes lies beyond its end. */
const blamedOnce: [Choices, Shape, number, Step[]] = [
  {
    bounds: '[]',
    ties: 'arrival',
    defaultOrder: 'asc',
    otherSort: 'refused',
    cursor: 'keyset',
    form: 'carried',
    serves: 'always',
    end: 'absent',
    firstPrev: 'absent',
    trailing: 'none',
    pageSize: 100,
    pages: 'fixed',
    lookBackMs: 172_800_000,
    refusesFar: false,
    growth: { kind: 'ring', every: 6, arrivals: 30 },
    time: 'rfc3339',
    unitMs: 1000,
  },
  { count: 5, ties: 1, items: 'unique', statuses: [false], stepMs: 1, newestMs: 259_200_000 },
  0.05,
  [],
];

for (const [growth, runs] of [
  ['quiet', 7000],
  ['growing', 3000],
] as const)
  test(`no relation fails on a correct log that is ${growth}, in ${runs} runs each`, { timeout: 300_000 }, async () => {
    const said: Record<string, Partial<Record<Says, number>>> = {};
    await fc.assert(
      fc.asyncProperty(
        choicesArbitrary(growth),
        shapeArbitrary,
        cutArbitrary,
        stepsArbitrary,
        async (choices, shape, cut, steps) => {
          // What comes back to a ring of repeating items cannot be told from what is new.
          fc.pre(choices.growth.kind !== 'ring' || shape.items === 'unique');
          const scene = sceneOf(new SimulatedSearch(choices, shape, noon), noon, cut, steps);
          const allowed: readonly Says[] = growth === 'quiet' ? ['holds', 'silent'] : ['holds', 'silent', 'live'];
          for (const [name, judge] of Object.entries(relations)) {
            const says = await judge(scene);
            said[name] = { ...said[name], [says]: (said[name]?.[says] ?? 0) + 1 };
            if (!allowed.includes(says)) throw new Error(`${name}: ${says}`);
          }
          if (growth === 'quiet' && scene.log.disturbed.length > 0) throw new Error('disturbed');
        },
      ),
      { seed, numRuns: runs, examples: growth === 'growing' ? [blamedOnce] : [] },
    );
    for (const counts of Object.values(said)) {
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(runs);
      expect(counts.holds).toBeGreaterThan(runs / 20);
    }
  });
