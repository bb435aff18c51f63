/**
 * Servers that keep the specification, each in its own way: none may be blamed, whatever the seed, whether it declares
 * its choices or not. CAWL_SEEDS=20 for the long run; CAWL_TARGET for those whose name contains it.
 */
import { test } from 'vitest';
import { correctTargets } from '../targets/index.ts';
import { blamed, judged } from './targets.ts';

const long = process.env['CAWL_SEEDS'];
const seeds = Number(long ?? 2);
const wanted = process.env['CAWL_TARGET'] ?? '';

for (const target of correctTargets.filter(({ name }) => name.includes(wanted)))
  test.skipIf(target.skip !== undefined).concurrent(
    `${target.name}${target.skip === undefined ? '' : ` (${target.skip})`}: not blamed, ${seeds} seeds`,
    async ({ expect }) => {
      for (let seed = 1; seed <= seeds; seed += 1) {
        // Every other time the kit is told nothing; the short run looks at that less closely.
        const told = seed % 2 === 1;
        const depth = told || long !== undefined ? 'standard' : 'quick';
        const result = await judged(target, { seed, choices: told ? target.choices : undefined, run: { depth } });
        expect(blamed(result, ['stated', 'derived', 'declared']), `seed ${seed}`).toEqual([]);
        expect([...result.outcomes.values()].filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(40);
      }
    },
    seeds * 180_000,
  );
