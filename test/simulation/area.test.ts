/** Every check of the log search, as a run would call it, on correct searches that differ in all else: none may fail. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checks, decide, phases } from '../../src/checks/registry.ts';
import { createRunContext } from '../../src/checks/run-context.ts';
import '../../suites/logs/back.suite.ts';
import '../../suites/logs/combined.suite.ts';
import '../../suites/logs/filters.suite.ts';
import '../../suites/logs/isolation.suite.ts';
import '../../suites/logs/parameters.suite.ts';
import '../../suites/logs/ranges.suite.ts';
import '../../suites/logs/sorting.suite.ts';
import '../../suites/logs/truth.suite.ts';
import '../../suites/logs/undisturbed.suite.ts';
import '../../suites/logs/values.suite.ts';
import '../../suites/logs/walks.suite.ts';
import { Client } from '../../src/client/index.ts';
import { SharedConnection } from '../../src/client/shared-connection.ts';
import type { Choices, Shape } from './choices.ts';
import { simulatedSettings, simulatedWire } from './client.ts';
import { choicesArbitrary, shapeArbitrary } from './drawn.ts';
import { SimulatedSearch } from './search.ts';

/** Always the same ones: `soundness.test.ts` draws anew each time. */
const seed = 20_261;

/** The rows that fail, with what they say. */
async function failing(choices: Choices, shape: Shape, seed: number): Promise<string[]> {
  const now = Date.now();
  const searches = new Map([
    ['wh', new SimulatedSearch(choices, shape, now)],
    [
      'other',
      new SimulatedSearch(
        { ...choices, growth: { kind: 'quiet', every: 1, arrivals: 0 } },
        { ...shape, count: 3, name: 'of-another' },
        now,
      ),
    ],
  ]);
  const settings = simulatedSettings(seed);
  const context = createRunContext(
    settings,
    new Client(settings, new SharedConnection(settings, simulatedWire(searches))),
  );
  const said: string[] = [];
  try {
    for (const phase of phases) {
      const now = checks().filter((check) => (check.options.phase ?? 'main') === phase);
      const early = checks().filter((check) => check.options.prepare?.phase === phase);
      await Promise.all([
        ...early.map(async ({ requirement, options }) => {
          const { verdict, ...outcome } = await decide(context, requirement, options.prepare!.work);
          if (verdict === 'fail' || verdict === 'error')
            said.push(`${requirement.id}: ${JSON.stringify('message' in outcome && outcome.message)}`);
        }),
        ...now.map(async ({ requirement, work }) => {
          const outcome = await decide(context, requirement, work);
          if (requirement.level === 'advisory' && outcome.verdict !== 'error') return;
          if (outcome.verdict === 'fail' || outcome.verdict === 'error')
            said.push(`${requirement.id}: ${outcome.message} ${outcome.verdict === 'error' ? outcome.stack : ''}`);
        }),
      ]);
    }
  } finally {
    await context.client.close();
  }
  return said;
}

for (const [growth, runs] of [
  ['quiet', 30],
  ['growing', 12],
] as const)
  test(`no row fails on a correct log search that is ${growth}`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(choicesArbitrary(growth), shapeArbitrary, fc.nat(1000), async (choices, shape, seed) => {
        fc.pre(choices.growth.kind !== 'ring' || shape.items === 'unique');
        fc.pre(choices.growth.kind !== 'late');
        expect(await failing(choices, shape, seed)).toEqual([]);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });
