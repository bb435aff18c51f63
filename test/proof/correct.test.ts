/**
 * Servers that keep the specification, each in its own way: none may be blamed, whatever the seed, whether it declares
 * its choices or not. CAWL_SEEDS=20 for the long run; CAWL_TARGET for those whose name contains it.
 */
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { correctTargets } from '../targets/index.ts';
import { blamed, judged } from './targets.ts';

const levels = new Map(catalogue.map((row) => [row.id, row.level]));
const levelOf = (id: string) => levels.get(id) ?? 'unknown';
const seeds = Number(process.env['CAWL_SEEDS'] ?? 2);
const wanted = process.env['CAWL_TARGET'] ?? '';

for (const target of correctTargets.filter(({ name }) => name.includes(wanted)))
  test.skipIf(target.skip !== undefined)(
    `${target.name}${target.skip === undefined ? '' : ` (${target.skip})`}: not blamed, ${seeds} seeds`,
    async () => {
      for (let seed = 1; seed <= seeds; seed += 1) {
        // Every other time the kit is told nothing.
        const result = await judged(target, { seed, choices: seed % 2 === 1 ? target.choices : undefined });
        expect(blamed(result, levelOf, ['stated', 'derived', 'declared']), `seed ${seed}`).toEqual([]);
        expect([...result.outcomes.values()].filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(40);
        if (process.env['CAWL_TIMES'] !== undefined)
          console.log(target.name, seed, result.requests, 'requests', result.ms, 'ms');
      }
    },
    seeds * 180_000,
  );
