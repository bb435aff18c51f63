/** A run in shards, from the plan to the merged report. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConformanceReport } from '../../src/core/report.ts';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

const few = ['--only', '*/accepts-valid', '--only', '*/json', '--only', '*/content-type'];
const reportIn = (cwd: string, dir: string) =>
  JSON.parse(readFileSync(join(cwd, dir, 'conformance.json'), 'utf8')) as ConformanceReport;

test('plan, run --job and merge say what one run says; without one shard the exit status is 3', async () => {
  const cwd = scratch();
  const planned = await cawl(['plan', '--shards', '2', '--seed', '1', '--out', 'plan.json', ...few], cwd);
  expect(planned).toMatchObject({ status: 0, out: '' });
  expect(planned.err).toMatch(/^job 0: \d+ requirements, about \d+ requests, at most \d+\n/);

  // What a machine sets for itself must not change a job.
  const env = { CAWL_DEPTH: 'quick', CAWL_SEED: '5' };
  const job = (index: string) => ['run', '--job', 'plan.json', '--index', index, '--report-dir', `shards/${index}`];
  const ended = await Promise.all(['0', '1'].map((index) => cawl(job(index), cwd, { env })));
  expect(ended.map(({ status }) => status)).toEqual([0, 0]);

  const merged = await cawl(['merge', 'shards/0', 'shards/1'], cwd);
  expect(merged.status, merged.err).toBe(0);
  const report = reportIn(cwd, 'reports');
  expect(report.run).toMatchObject({ seed: 1, depth: 'standard', merged: { shards: 2, of: 2, problems: [] } });
  expect(report.requirements.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 12 }, () => 'pass'));

  const alone = await cawl(['merge', 'shards/1', '--report-dir', 'alone'], cwd);
  expect(alone).toMatchObject({ status: 3, err: 'cawl: shard 1 of 2: has no report\n' });

  // A job that could not begin leaves a folder without a report.
  mkdirSync(join(cwd, 'shards/0-again'));
  const begun = await cawl(['merge', 'shards/0-again', 'shards/1', '--report-dir', 'alone'], cwd);
  expect(begun.status).toBe(3);
  expect(begun.err).toMatch(/^cawl: shards\/0-again: has no report: .* does not exist\n/);
});

test.each([
  [['run', '--job', 'plan.json', '--index', '0', '--depth', 'deep'], '--depth and --job exclude each other'],
  [['run', '--job', 'plan.json', '--index', '4'], '--index is 4; the plan'],
  [['run', '--job', 'plan.json'], '--job and --index belong together'],
  [['run', '--job', 'none.json', '--index', '0'], 'the plan none.json cannot be read: does not exist'],
  [['plan', '--shards', '0'], '--shards is "0"; it takes a whole number'],
  [['merge', 'shards', '--report-dir', 'shards'], '--report-dir shards is one of the folders to merge'],
])('%j is wrong usage', async (words, message) => {
  const cwd = scratch();
  await cawl(['plan', '--out', 'plan.json', ...few], cwd);
  const { status, err } = await cawl(words, cwd);
  expect(err).toContain(message);
  expect(status).toBe(2);
});
