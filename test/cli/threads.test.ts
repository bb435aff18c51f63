/** Deep runs that several threads share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConformanceReport } from '../../src/core/report.ts';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

// With two threads, the first one decides what is about creations, and the second one what is about registrations.
const both = ['--only', 'create/no-server-error', '--only', 'register/no-server-error'];
const deep = ['run', '--depth', 'deep', '--seed', '1', '--reporter', 'json', '--concurrency', '8', ...both];
const reportIn = (cwd: string) =>
  JSON.parse(readFileSync(join(cwd, 'reports', 'conformance.json'), 'utf8')) as ConformanceReport;
const run = async (...words: string[]) => {
  const cwd = scratch();
  const { status, err } = await cawl([...deep, ...words], cwd);
  const { requirements, ...report } = reportIn(cwd);
  return { status, err, report, row: (id: string) => requirements.find((row) => row.id === id)! };
};

test('two threads send what one sends, and the samples of each thread show their fault', async () => {
  const [one, two, created, registered] = await Promise.all([
    run('--threads', '1'),
    run('--threads', '2'),
    run('--threads', '2', '--fault', 'create-500-quote'),
    run('--threads', '2', '--fault', 'register-500-quote'),
  ]);
  expect([one.status, two.status], two.err).toEqual([0, 0]);
  for (const id of ['create/no-server-error', 'register/no-server-error'])
    expect(two.row(id).samples).toEqual(one.row(id).samples);
  expect(two.report.run.requests).toBeGreaterThan(0.98 * one.report.run.requests);
  expect(two.report.run.requests).toBeLessThan(1.02 * one.report.run.requests);
  expect(two.report.run.inFlight?.limit).toBe(8);
  expect(Object.keys(two.report.run.latency ?? {})).toEqual(['create', 'register']);

  expect([created.status, registered.status]).toEqual([1, 1]);
  expect(created.row('create/no-server-error').verdict).toBe('fail');
  expect(created.row('register/no-server-error').verdict).toBe('pass');
  expect(registered.row('create/no-server-error').verdict).toBe('pass');
  expect(registered.row('register/no-server-error')).toMatchObject({
    verdict: 'fail',
  });
});

test('two threads together keep the limit on requests', async () => {
  const { status, report, row } = await run('--threads', '2', '--max-requests', '100');
  expect([0, 3]).toContain(status);
  expect(report.run.requests).toBeLessThanOrEqual(100);
  expect(report.run.requests).toBeGreaterThan(80);
  expect(row('register/no-server-error').message).toContain('--max-requests');
});

test('a signal stops all threads, and what was decided is reported', async () => {
  const cwd = scratch();
  const words = ['run', '--depth', 'deep', '--threads', '4', '--seed', '1', '--reporter', 'json'];
  const { status } = await cawl(words, cwd, {
    when: ['decided ·', (kill) => kill('SIGINT')],
  });
  expect(status).toBe(130);
  const { run: ended, requirements } = reportIn(cwd);
  expect(ended).toMatchObject({ interrupted: true });
  expect(ended.requests).toBeGreaterThan(0);
  expect(requirements.some(({ verdict }) => verdict === 'pass')).toBe(true);
});
