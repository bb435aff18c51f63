import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import type { PortableConfiguration } from '../config/portable.ts';
import type { RunSettings } from '../core/config.ts';
import { anyNumber } from '../core/left-behind.ts';
import { validator } from '../schema/validator.ts';
import { runSettings } from '../selftest/run-settings.ts';
import { assign } from './assign.ts';
import { planJobs } from './plan.ts';
import { shareOut } from './share.ts';
import { unitsOf } from './units.ts';

const portable = (run: Partial<RunSettings> = {}): PortableConfiguration => ({
  value: { baseUrl: 'https://api.example.com', tokens: { valid: `\${CAWL_TOKEN}` }, run: { only: ['*'], rate: 9 } },
  run: { ...runSettings({ seed: 7 }), maxRequests: 8000, rate: 9, ...run },
  fault: undefined,
  variables: ['CAWL_TOKEN'],
  files: [],
});
const plan = (shards: number, run?: Partial<RunSettings>) =>
  planJobs([{ portable: portable(run) }], { shards, catalogue, version: '1.0.0' });
const decided = catalogue.map(({ id }) => id).sort();

test.each([1, 2, 3, 4])('%i shards decide each requirement once', (shards) => {
  const { jobs } = plan(shards);
  expect(jobs).toHaveLength(shards);
  expect(jobs.flatMap(({ rows }) => rows).sort()).toEqual(decided);
});

test.each([
  1, 2, 3, 4, 9,
])('%i shards together stay within the requests, the rate and the concurrency of one run', (shards) => {
  const { jobs } = plan(shards, { depth: 'deep', concurrency: 8 });
  const runs = jobs.map(({ configuration }) => configuration['run'] as RunSettings);
  const sum = (key: 'maxRequests' | 'rate' | 'concurrency') => runs.reduce((all, run) => all + run[key], 0);
  expect(sum('maxRequests')).toBe(8000);
  expect(sum('rate')).toBeLessThanOrEqual(9);
  expect(sum('concurrency')).toBeLessThanOrEqual(Math.max(8, shards));
});

test.each([1, 2, 3, 4, 9])('%i shards together create no more users and events than one run may', (shards) => {
  const created = (users: number, events: number) => {
    const { jobs } = plan(shards, { depth: 'deep', maxCreations: { users, events } });
    const runs = jobs.map(({ configuration }) => configuration['run'] as { maxUsers: number; maxEvents: number });
    const sum = (key: 'maxUsers' | 'maxEvents') => runs.reduce((all, run) => all + run[key], 0);
    return [sum('maxUsers'), sum('maxEvents')];
  };
  for (const [users, events] of [
    [120, 80],
    [7, 1],
    [1, 0],
  ] as const)
    expect(created(users, events)).toEqual([users, events]);
});

test('a limit on what is created goes where it is needed, and one that is not given is none', () => {
  const { jobs } = plan(4, { maxCreations: { users: 10, events: anyNumber } });
  const byRows = (prefix: string) =>
    jobs.find(({ rows }) => rows.some((id) => id.startsWith(prefix)))!.configuration['run'] as object;
  expect(byRows('logs/')).toMatchObject({ maxUsers: 0 });
  expect(byRows('register/')).toMatchObject({ maxUsers: 4 });
  expect(byRows('verify/')).toMatchObject({ maxUsers: 6 });
  expect(byRows('create/')).not.toHaveProperty('maxEvents');
});

test('requirements of one operation stay in one job, so that there are at most four', () => {
  const { jobs } = plan(10);
  expect(jobs).toHaveLength(4);
  const operations = jobs.map(
    ({ rows }) => new Set(rows.map((id) => catalogue.find((row) => row.id === id)!.operation)),
  );
  expect(operations.filter((set) => set.has('logs'))).toHaveLength(1);
});

test('a quick run is one job', () => {
  expect(plan(4, { depth: 'quick' }).jobs).toHaveLength(1);
});

test('at depth deep, jobs beyond one per operation divide the samples, and each part is there once', () => {
  const { jobs } = plan(9, { depth: 'deep' });
  expect(jobs).toHaveLength(9);
  const parts = jobs.flatMap(({ samples, rows }) =>
    samples === undefined ? [] : [`${rows[0]} ${samples.index} of ${samples.of}`],
  );
  expect(new Set(parts).size).toBe(parts.length);
  expect(parts.length).toBeGreaterThan(4);
});

test('a plan is valid, names variables instead of secrets, and depends on nothing but its input', () => {
  const made = plan(4);
  expect(validator('kit/plan')(made)).toEqual([]);
  expect(made).toEqual(plan(4));
  expect(made.plan).not.toBe(plan(2).plan);
  expect(made.jobs[3]).toMatchObject({ index: 3, of: 4, variables: ['CAWL_TOKEN'], plan: made.plan });
});

test('a selection is planned, and its estimate is that of its part', () => {
  const { jobs } = plan(4, { only: ['logs/*'] });
  expect(jobs).toHaveLength(1);
  expect(jobs[0]!.rows.every((id) => id.startsWith('logs/'))).toBe(true);
  expect(jobs[0]!.requests.estimate).toBeLessThan(plan(1).jobs[0]!.requests.estimate / 2);
});

test('a number is shared out without a rest, and nobody gets nothing', () => {
  expect(shareOut(100, [3, 1])).toEqual([75, 25]);
  expect(shareOut(10, [1, 1, 1]).reduce((a, b) => a + b)).toBe(10);
  expect(shareOut(1, [5, 5])).toEqual([1, 1]);
  expect(shareOut(7, [0, 0])).toEqual([3, 3]);
});

test('where nothing is allowed as a share, the total holds', () => {
  expect(shareOut(1, [5, 5, 0], 0)).toEqual([1, 0, 0]);
  expect(shareOut(0, [5, 5], 0)).toEqual([0, 0]);
});

test('jobs take about the same number of requests', () => {
  const units = unitsOf(catalogue, catalogue, 'standard');
  const [larger, smaller] = assign(units, 2, 'standard')
    .map(({ estimate }) => estimate)
    .sort((a, b) => b - a);
  expect(larger! / smaller!).toBeLessThan(1.2);
});
