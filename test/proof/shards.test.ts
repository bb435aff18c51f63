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
  faultyServer('logs-ties-dropped'),
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
  // A property is divided without a rest; what is counted over a whole run, or taken from a fixed list, is in each part.
  expect(countIn(parts, 'register/no-server-error')).toBe(countIn(whole, 'register/no-server-error'));
});
