/** Searches at once are decided on a log that grows while it is read, and growth never passes for an excuse. */
import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { judge } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';
import type { AnyFault } from './server-faults.ts';

beforeAll(() => loadSuites());

const id = 'logs/parallel';
const ids = new Set([id]);
const seeds = [1, 2, 3];

const verdictsOf = (server: Partial<Server>, fault?: AnyFault) =>
  Promise.all(
    seeds.map(async (seed) => {
      const run = { server: { ...neutral, count: 37, ...server } as Server, seed, depth: 'standard', ids } as const;
      return (await judge({ ...run, ...(fault && { fault }) })).verdicts.get(id)!.verdict;
    }),
  );

test.each([
  { growth: 'newest', growsEveryMs: 100 },
  { growth: 'newest', growsEveryMs: 500 },
  { growth: 'back-dated', growsEveryMs: 500 },
  { growth: 'newest', growsEveryMs: 3000 },
  { growth: 'ring', growsEveryMs: 20_000 },
] as const)('an entry every $growsEveryMs ms, $growth: searches at once pass, and fail if they disturb each other', async (server) => {
  expect(await verdictsOf(server)).toEqual(seeds.map(() => 'pass'));
  expect(await verdictsOf(server, 'query shared between requests')).toEqual(seeds.map(() => 'fail'));
});

test('a log that is overwritten while it is read does not clear searches that disturb each other', async () => {
  for (const growsEveryMs of [100, 500] as const) {
    const verdicts = await verdictsOf({ growth: 'ring', growsEveryMs }, 'query shared between requests');
    expect(verdicts).not.toContain('pass');
  }
});
