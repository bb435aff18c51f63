/** How many requests a run sends is a promise to the operator of the target: a change that sends more is made on purpose. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { checks } from '../../src/checks/registry.ts';
import { createRunContext } from '../../src/checks/run-context.ts';
import { requestBudget } from '../../src/config/run-settings.ts';
import { startReference } from '../../src/reference/index.ts';
import { runChecks } from '../../src/selftest/in-process-run.ts';
import { referenceSettings } from '../../src/selftest/reference-settings.ts';
import { isFull } from '../extent.ts';

const counts = JSON.parse(readFileSync(new URL('../../bench/requests.json', import.meta.url), 'utf8'));

/** Which of two checks sends what both need depends on timing, and so do a few requests around positive controls. */
const tolerance = { quick: 6, standard: 40 };

async function runAt(depth: 'quick' | 'standard', seed: number) {
  const server = await startReference({ seed: `seed ${seed}` });
  try {
    await loadSuites();
    const context = createRunContext(referenceSettings(server, { depth, seed, freshKey: `seed ${seed}` }));
    const { requests } = await runChecks(context, checks());
    return { requests, ...context.client.leftBehind };
  } finally {
    await server.close();
  }
}

for (const depth of isFull ? (['quick', 'standard'] as const) : (['quick'] as const))
  test(`a run at depth ${depth} sends as many requests as bench/requests.json says`, async () => {
    const { requests } = await runAt(depth, 1);
    expect(Math.abs(requests - counts.current[depth]), `${requests} requests`).toBeLessThanOrEqual(tolerance[depth]);
  });

/** Most targets take about ten requests more: nothing of theirs must stay undecided for the budget. */
const leftAtQuick = 12;

test('a quick run leaves requests of its budget to targets that take more than the reference server', () => {
  expect(counts.current.quick).toBeLessThanOrEqual(requestBudget.quick - leftAtQuick);
});

test.each(
  isFull ? [1, 2, 3] : [1],
)('a standard run with seed %i creates no more than bench/requests.json says', async (seed) => {
  const { users, events } = await runAt('standard', seed);
  expect(users.length).toBeLessThanOrEqual(counts.created.users);
  expect(events.length).toBeLessThanOrEqual(counts.created.events);
});
