/**
 * Servers that keep the specification, each in its own way: none may be blamed, whatever the seed, whether it declares
 * its choices or not. One seed at depth standard, nineteen at quick; CAWL_SEEDS=20 for as many at standard, CAWL_TARGET
 * for those whose name contains it.
 */
import { test } from 'vitest';
import type { Depth } from '../../src/core/config.ts';
import { conformingTargets } from '../targets/index.ts';
import { blamed, judged } from './targets.ts';

const atStandard = Number(process.env['CAWL_SEEDS'] ?? 1);
const seeds = Math.max(atStandard, 20);
const wanted = process.env['CAWL_TARGET'] ?? '';

/** @param makes how the names begin: those of one file share a process */
export function spared(makes: readonly string[]): void {
  const own = conformingTargets.filter(
    ({ name }) => name.includes(wanted) && makes.some((make) => name.startsWith(make)),
  );
  for (const [place, target] of own.entries())
    test.skipIf(target.skip !== undefined).concurrent(
      `${target.name}${target.skip === undefined ? '' : ` (${target.skip})`}: not blamed, ${seeds} seeds`,
      async ({ expect }) => {
        for (let seed = 1; seed <= seeds; seed += 1) {
          // Every other time the kit is told nothing.
          const choices = (place + seed) % 2 === 1 ? target.choices : undefined;
          const depth: Depth = seed <= atStandard ? 'standard' : 'quick';
          const run = { depth, ...(depth === 'quick' ? { maxRequests: 290 } : {}) };
          const result = await judged(target, { seed, choices, run });
          expect(blamed(result, ['stated', 'derived', 'declared']), `seed ${seed}, ${depth}`).toEqual([]);
          const passed = [...result.verdicts.values()].filter(({ verdict }) => verdict === 'pass').length;
          expect(passed, `seed ${seed}, ${depth}`).toBeGreaterThan(40);
        }
      },
      180_000 + atStandard * 180_000,
    );
}
