/**
 * What the kit learns of servers that keep the specification, each with choices of its own, is what these state of
 * themselves; where it is declared, none is blamed. CAWL_TARGET for those whose name contains it.
 */
import { expect, test } from 'vitest';
import { learned } from '../../src/cli/learned.ts';
import { probes } from '../../suites/gaps/probes.ts';
import { correctTargets } from '../targets/index.ts';
import { differences } from './choices.ts';
import { blamed, judged } from './targets.ts';

const wanted = process.env['CAWL_TARGET'] ?? '';
const rows = new Set(probes);

for (const target of correctTargets.filter(({ name }) => name.includes(wanted)))
  test.skipIf(target.skip !== undefined)(
    target.name,
    async () => {
      const untold = await judged(target, { seed: 1, choices: undefined, rows });
      expect(blamed(untold, ['stated', 'derived', 'declared'])).toEqual([]);
      const { choices } = learned({ observations: untold.observations, requirements: [] }, probes);
      const seen = new Map(untold.observations.map(({ gap, value }) => [gap, value]));
      expect(differences(target, choices, seen)).toEqual([]);
      const told = await judged(target, { seed: 2, choices: target.choices, rows });
      expect(blamed(told, ['stated', 'derived', 'declared'])).toEqual([]);
    },
    120_000,
  );
