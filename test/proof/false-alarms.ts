/**
 * Conforming servers must not fail, whatever the seed, whether their choices are declared or not. In full: one seed at
 * depth standard and nineteen at quick (`CAWL_SEEDS=20` for twenty at standard). A sample: three servers, one seed.
 */
import { test } from 'vitest';
import type { Depth } from '../../src/core/config.ts';
import { isFull } from '../extent.ts';
import { conformingTargets } from '../targets/index.ts';
import { falseAlarms, judgeTarget } from './judged-target.ts';

const atStandard = Number(process.env['CAWL_SEEDS'] ?? 1);
const seeds = isFull ? Math.max(atStandard, 20) : 1;
/** Requests that a quick run may send. */
const quickRequests = 298;
/** Of about 160 requirements, more than a third can be decided on every server, even at depth quick. */
const leastPassed = 60;

/** Unlike each other in language, cursors and times. Their logs stand still, so that they are judged in seconds. */
const sample = ['plain-keyset', 'koa-days', 'python-tables'];

/** @param makes how the names of the servers begin; the servers of one test file share a process */
export function expectNoFalseAlarms(makes: readonly string[]): void {
  const targets = conformingTargets.filter(
    ({ name }) => makes.some((make) => name.startsWith(make)) && (isFull || sample.includes(name)),
  );
  for (const [index, target] of targets.entries())
    test.skipIf(target.skip !== undefined).concurrent(
      `no requirement fails on ${target.name}${target.skip === undefined ? '' : ` (${target.skip})`}, ${seeds} seeds`,
      async ({ expect }) => {
        for (let seed = 1; seed <= seeds; seed += 1) {
          // With every other seed nothing is declared.
          const choices = (index + seed) % 2 === 1 ? target.choices : undefined;
          const depth: Depth = seed <= atStandard ? 'standard' : 'quick';
          const run = { depth, ...(depth === 'quick' ? { maxRequests: quickRequests } : {}) };
          const result = await judgeTarget(target, { seed, choices, run });
          expect(falseAlarms(result), `seed ${seed}, ${depth}`).toEqual([]);
          const passed = [...result.verdicts.values()].filter(({ verdict }) => verdict === 'pass').length;
          expect(passed, `seed ${seed}, ${depth}: passed`).toBeGreaterThan(leastPassed);
        }
      },
      600_000 + atStandard * 600_000,
    );
}
