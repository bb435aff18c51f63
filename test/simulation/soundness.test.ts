/** On correct searches no relation may fail. On a log that grows it may stay undecided. A sample takes a sixth of the runs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step } from '../../src/log/navigation/navigation-finding.ts';
import { isFull } from '../extent.ts';
import type { Choices, Shape } from './choices.ts';
import { choicesArbitrary, cutArbitrary, shapeArbitrary, stepsArbitrary } from './drawn.ts';
import { relations, type Says, sceneOf } from './relations.ts';
import { SimulatedSearch } from './search.ts';

/** CAWL_SEED draws other searches. */
const seed = Number(process.env['CAWL_SEED'] ?? 1);
const noon = Date.UTC(2026, 2, 3, 12, 0, 0, 250);

/** A false alarm once: a ring whose entries arrive late, so that a range loses its oldest and gains nothing. */
const falseAlarmOnce: [Choices, Shape, number, Step[]] = [
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
  ['quiet', isFull ? 2000 : 350],
  ['growing', isFull ? 1000 : 150],
] as const)
  test(`no relation fails on ${runs} correct log searches that are ${growth}`, { timeout: 300_000 }, async () => {
    const results: Record<string, Partial<Record<Says, number>>> = {};
    await fc.assert(
      fc.asyncProperty(
        choicesArbitrary(growth),
        shapeArbitrary,
        cutArbitrary,
        stepsArbitrary,
        async (choices, shape, cut, steps) => {
          // In a ring with repeating items an old item cannot be distinguished from a new one.
          fc.pre(choices.growth.kind !== 'ring' || shape.items === 'unique');
          const scene = sceneOf(new SimulatedSearch(choices, shape, noon), noon, cut, steps);
          const allowed: readonly Says[] = growth === 'quiet' ? ['holds', 'silent'] : ['holds', 'silent', 'live'];
          for (const [name, judge] of Object.entries(relations)) {
            const result = await judge(scene);
            results[name] = { ...results[name], [result]: (results[name]?.[result] ?? 0) + 1 };
            if (!allowed.includes(result)) throw new Error(`${name}: ${result}`);
          }
          if (growth === 'quiet' && scene.log.disturbed.length > 0) throw new Error('disturbed');
        },
      ),
      { seed, numRuns: runs, examples: growth === 'growing' ? [falseAlarmOnce] : [] },
    );
    for (const counts of Object.values(results)) {
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(runs);
      expect(counts.holds).toBeGreaterThan(runs / 20);
    }
  });
