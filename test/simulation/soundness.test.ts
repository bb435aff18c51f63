/** On correct searches no relation ever finds a fault; a log that grows may leave it undecided, never broken. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choicesArbitrary, cutArbitrary, shapeArbitrary, stepsArbitrary } from './drawn.ts';
import { relations, type Says, sceneOf } from './relations.ts';
import { SimulatedSearch } from './search.ts';

const noon = Date.UTC(2026, 2, 3, 12, 0, 0, 250);

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
      { numRuns: runs },
    );
    for (const counts of Object.values(said)) {
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(runs);
      expect(counts.holds).toBeGreaterThan(runs / 20);
    }
  });
