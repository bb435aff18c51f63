/** All checks of the log search must pass on simulated searches that are correct and differ in everything else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSuites, suitesFolder } from '../../src/checks/load-suites.ts';
import { checks } from '../../src/checks/registry.ts';
import { createRunContext } from '../../src/checks/run-context.ts';
import { Client } from '../../src/client/index.ts';
import { SharedConnection } from '../../src/client/shared-connection.ts';
import { lookForCodes } from '../../src/client/verification-code.ts';
import { systemClock } from '../../src/core/clock.ts';
import { failsGate } from '../../src/core/gate.ts';
import { runChecks } from '../../src/selftest/in-process-run.ts';
import { isFull } from '../extent.ts';
import type { Choices, Shape } from './choices.ts';
import { simulatedSettings, simulatedWire } from './client.ts';
import { choicesArbitrary, shapeArbitrary } from './drawn.ts';
import { SimulatedSearch } from './search.ts';

/** The same searches each time; `soundness.test.ts` takes another seed from CAWL_SEED. */
const seed = 20_261;

await loadSuites(suitesFolder, (path) => path.startsWith('logs/'));

/** A run's failures that count, and unexpected errors. */
async function failures(choices: Choices, shape: Shape, seed: number): Promise<string[]> {
  const now = Date.now();
  const otherChoices: Choices = { ...choices, growth: { kind: 'quiet', every: 1, arrivals: 0 } };
  const searches = new Map([
    ['wh', new SimulatedSearch(choices, shape, now)],
    ['other', new SimulatedSearch(otherChoices, { ...shape, count: 3, name: 'of-another' }, now)],
  ]);
  const settings = simulatedSettings(seed);
  const client = new Client(
    settings,
    new SharedConnection(settings, { wire: simulatedWire(searches), clock: systemClock, lookForCodes }),
  );
  const { verdicts } = await runChecks(createRunContext(settings, client), checks());
  const levels = new Map(checks().map(({ requirement }) => [requirement.id, requirement.level]));
  return [...verdicts].flatMap(([id, verdict]) => {
    if (verdict.verdict === 'error') return [`${id}: ${verdict.stack ?? verdict.message}`];
    const isGating = failsGate(verdict.level ?? levels.get(id)!);
    return verdict.verdict === 'fail' && isGating ? [`${id}: ${verdict.message}`] : [];
  });
}

for (const [growth, runs] of [
  ['quiet', isFull ? 100 : 20],
  ['growing', isFull ? 12 : 6],
] as const)
  test(`no check fails on ${runs} correct log searches that are ${growth}`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(choicesArbitrary(growth), shapeArbitrary, fc.nat(1000), async (choices, shape, seed) => {
        fc.pre(choices.growth.kind !== 'ring' || shape.items === 'unique');
        fc.pre(choices.growth.kind !== 'late');
        expect(await failures(choices, shape, seed)).toEqual([]);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });
