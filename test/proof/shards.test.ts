/** A sample of shards-all.test.ts, and shards that share the samples of each property at depth `deep`. */
import { expect, test } from 'vitest';
import { conformingTargets } from '../targets/index.ts';
import {
  conformingReference,
  conformingServer,
  expectSameVerdicts,
  faultyServer,
  judgedInShards,
} from './sharded-run.ts';

expectSameVerdicts([
  ...conformingTargets.filter(({ name }) => name === 'express-hourly').map(conformingServer),
  ...['logs-open', 'logs-ties-dropped', 'create-open', 'verify-open'].map(faultyServer),
]);

test('at depth deep, the parts of the samples add up to those of one run', { timeout: 300_000 }, async () => {
  const server = conformingReference();
  const run = { depth: 'deep', maxRequests: 100_000, only: ['register/*', 'create/*'] } as const;
  const whole = await judgedInShards(server, 1, run);
  const parts = await judgedInShards(server, 5, run);
  expect(parts.run.merged).toEqual({ shards: 5, of: 5, problems: [] });
  expect(parts.verdict).toBe(whole.verdict);
  const samples = whole.requirements.filter((row) => (row.samples?.count ?? 0) >= 100);
  expect(samples.length).toBeGreaterThan(3);
  for (const { id, samples: all } of samples) {
    const count = parts.requirements.find((row) => row.id === id)!.samples!.count;
    expect(count, id).toBeGreaterThanOrEqual(all!.count);
    expect(count, id).toBeLessThan(1.8 * all!.count);
  }
});
