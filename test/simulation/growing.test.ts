/** Searches at once are decided on a log that grows while it is read, and growth never passes for an excuse. */
import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { judge } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';
import type { AnyFault } from './server-faults.ts';

beforeAll(() => loadSuites());

const id = 'logs/parallel';
const seeds = [1, 2, 3];

const verdictsOf = (growsEveryMs: Server['growsEveryMs'], fault?: AnyFault) =>
  Promise.all(
    seeds.map(async (seed) => {
      const server: Server = { ...neutral, count: 37, growsEveryMs };
      const { verdicts } = await judge({
        server,
        seed,
        depth: 'standard',
        ids: new Set([id]),
        ...(fault && { fault }),
      });
      return verdicts.get(id)!.verdict;
    }),
  );

test.each([
  { growsEveryMs: 100, broken: 'inconclusive' },
  { growsEveryMs: 500, broken: 'inconclusive' },
  { growsEveryMs: 3000, broken: 'inconclusive' },
  { growsEveryMs: 20_000, broken: 'fail' },
] as const)('an entry every $growsEveryMs ms: searches at once pass, and where they disturb each other the verdict is $broken', async (given) => {
  expect(await verdictsOf(given.growsEveryMs)).toEqual(seeds.map(() => 'pass'));
  expect(await verdictsOf(given.growsEveryMs, 'query shared between requests')).toEqual(seeds.map(() => given.broken));
});
