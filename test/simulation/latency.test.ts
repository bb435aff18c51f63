/** How long a run takes is mostly how many requests wait for each other, once a target is far away. */
import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { timeRun } from './latency.ts';

beforeAll(() => loadSuites());

test.each([
  { depth: 'standard', latencyMs: 50, mostMs: 5_800 },
  { depth: 'standard', latencyMs: 200, mostMs: 22_400 },
  { depth: 'deep', latencyMs: 50, mostMs: 38_000 },
] as const)('a $depth run with 32 in flight takes at most $mostMs ms where each response takes $latencyMs ms', async (given) => {
  const { depth, latencyMs, mostMs } = given;
  const { ms, stages } = await timeRun(latencyMs, 32, { depth });
  const chain = stages.map(({ stage, ms: took, last }) => `${stage}: ${took} ms, the last ${last[0]?.title}`);
  expect(ms, chain.join('; ')).toBeLessThanOrEqual(mostMs);
  for (const { last } of stages) expect(last[0]?.title ?? '').toMatch(/^$|\//);
});
