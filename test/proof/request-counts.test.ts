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

/**
 * Which of two checks sends what both need depends on timing, and so do a few requests around positive controls. On a busy machine
 * a response that takes a second leads to nine more, which count the connections that the target serves.
 */
const tolerance = { quick: 4, standard: 25 };

/** Of forty seeds, two with most requests; with one of them, no code of the usual users starts with zero. */
const furtherSeeds = [4, 11];

interface Sent {
  readonly requests: number;
  readonly users: number;
  readonly events: number;
}

const sent = new Map<string, Promise<Sent>>();

/** Each run is sent once for all tests. */
function runAt(depth: 'quick' | 'standard', seed: number): Promise<Sent> {
  const key = `${depth} ${seed}`;
  const known = sent.get(key) ?? send(depth, seed);
  sent.set(key, known);
  return known;
}

async function send(depth: 'quick' | 'standard', seed: number): Promise<Sent> {
  const server = await startReference({ seed: `seed ${seed}` });
  try {
    await loadSuites();
    const context = createRunContext(referenceSettings(server, { depth, seed, freshKey: `seed ${seed}` }));
    const { requests } = await runChecks(context, checks());
    const { users, events } = context.client.usage.leftBehind;
    return { requests, users: users.length, events: events.length };
  } finally {
    await server.close();
  }
}

test.each([
  'quick',
  'standard',
] as const)('a run at depth %s sends as many requests as bench/requests.json says', async (depth) => {
  const { requests } = await runAt(depth, 1);
  expect(Math.abs(requests - counts.current[depth]), `${requests} requests`).toBeLessThanOrEqual(tolerance[depth]);
});

/** Most targets take a few requests more: nothing of theirs must stay undecided for the budget. */
const leftAtQuick = 6;

test('a quick run leaves requests of its budget to targets that take more than the reference server', () => {
  expect(counts.current.quick).toBeLessThanOrEqual(requestBudget.quick - leftAtQuick);
});

/** Once more on a busy machine: the promise is made for a target that answers within a second. */
test.for(isFull ? [1, ...furtherSeeds] : [1])(
  'a standard run with seed %i sends and creates no more than bench/requests.json says',
  { retry: 1 },
  async (seed, { task }) => {
    const isRetry = (task.result?.retryCount ?? 0) > 0;
    const { requests, users, events } = await (isRetry ? send('standard', seed) : runAt('standard', seed));
    expect(requests).toBeLessThanOrEqual(counts.most.standard);
    expect(users).toBeLessThanOrEqual(counts.created.users);
    expect(events).toBeLessThanOrEqual(counts.created.events);
  },
);
