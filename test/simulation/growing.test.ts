/** Violations show on a log that grows while it is read, and growth never passes for an excuse. */
import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { judge } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';
import type { AnyFault } from './server-faults.ts';

beforeAll(() => loadSuites());

const seeds = [1, 2, 3];

const verdictsOf = (server: Partial<Server>, fault?: AnyFault, id = 'logs/parallel') =>
  Promise.all(
    seeds.map(async (seed) => {
      const ids = new Set([id]);
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

test.each([
  { fault: 'items dropped at random', id: 'logs/walks-agree', growsEveryMs: [500, 3000] },
  { fault: 'every webhook shows the first log', id: 'logs/one-webhook', growsEveryMs: [100, 500] },
  { fault: 'status ignored', id: 'logs/status-partition', growsEveryMs: [100] },
  { fault: 'direction ignored', id: 'logs/sort-direction', growsEveryMs: [100] },
] as const)('$fault: found on a log that gets an entry every $growsEveryMs ms', async ({ fault, id, growsEveryMs }) => {
  for (const every of growsEveryMs) {
    const server = { growth: 'newest', growsEveryMs: every } as const;
    expect(await verdictsOf(server, undefined, id)).not.toContain('fail');
    expect(await verdictsOf(server, fault, id)).toEqual(seeds.map(() => 'fail'));
  }
});

test.each([
  'to ignored',
  'bounds joined by or',
  'bounds only together',
] as const)('%s: found by far ranges, however the log grows', async (fault) => {
  for (const growth of ['newest', 'ring'] as const)
    for (const growsEveryMs of [100, 3000] as const) {
      const server = { growth, growsEveryMs };
      expect(await verdictsOf(server, undefined, 'logs/range-far')).not.toContain('fail');
      expect(await verdictsOf(server, fault, 'logs/range-far')).toEqual(seeds.map(() => 'fail'));
    }
});

test('no advice about an order that a ring only seems to have, since it turns during the walk', async () => {
  const server = { ...neutral, count: 37, growth: 'ring', growsEveryMs: 500, latencyMs: [20, 120] } as const;
  for (const seed of [2, 3]) {
    const { verdicts } = await judge({ server, seed, depth: 'standard' });
    expect(verdicts.get('logs/sort-reverses')!.verdict).not.toBe('fail');
  }
});

test('a window of a growing log does not clear bounds that are ignored alone', async () => {
  for (const server of [
    { growth: 'newest', growsEveryMs: 3000 } as const,
    { growth: 'ring', growsEveryMs: 3000 } as const,
  ])
    expect(await verdictsOf(server, 'bounds only together', 'logs/range-gap')).not.toContain('pass');
});
