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
  const run = { depth: 'deep', maxRequests: 100_000, only: ['register/*'] } as const;
  const whole = await judgedInShards(server, 1, run);
  const parts = await judgedInShards(server, 2, run);
  expect(parts.run.merged).toEqual({ shards: 2, of: 2, problems: [] });
  expect(parts.verdict).toBe(whole.verdict);
  const countIn = (report: typeof whole, id: string) =>
    report.requirements.find((row) => row.id === id)!.samples?.count ?? 0;
  const large = whole.requirements.map(({ id }) => id).filter((id) => countIn(whole, id) >= 100);
  for (const id of large) expect(countIn(parts, id), id).toBeGreaterThanOrEqual(countIn(whole, id));
  // What is drawn is divided; what counts the requests of the whole run, of which some are in each part, is more.
  expect(large.filter((id) => countIn(parts, id) === countIn(whole, id)).length).toBeGreaterThan(1);
});
