/**
 * What the kit learns of servers that keep the specification, each with choices of its own, is what these state of
 * themselves; where it is declared, none is blamed. CAWL_TARGET for those whose name contains it.
 */
import { expect, test } from 'vitest';
import { learned } from '../../src/cli/learned.ts';
import { learnRequirements } from '../../src/core/gaps.ts';
import { conformingTargets } from '../targets/index.ts';
import { differences } from './choices.ts';
import { blamed, judged } from './targets.ts';

const wanted = process.env['CAWL_TARGET'] ?? '';
const rows = new Set(learnRequirements);

for (const target of conformingTargets.filter(({ name }) => name.includes(wanted)))
  test.skipIf(target.skip !== undefined)(
    target.name,
    async () => {
      // On a loaded machine a log that lives may hide a choice from one run; what is learned is never wrong.
      let missing: string[] = [];
      for (const seed of [1, 3, 5]) {
        const untold = await judged(target, { seed, choices: undefined, rows });
        expect(blamed(untold, ['stated', 'derived', 'declared'])).toEqual([]);
        const { choices } = learned({ observations: untold.observations, requirements: [] }, learnRequirements);
        const seen = new Map(untold.observations.map(({ gap, value }) => [gap, value]));
        missing = differences(target, choices, seen);
        if (missing.every((one) => !one.endsWith('not learned'))) break;
      }
      expect(missing).toEqual([]);
      const told = await judged(target, { seed: 2, choices: target.choices, rows });
      expect(blamed(told, ['stated', 'derived', 'declared'])).toEqual([]);
    },
    120_000,
  );
