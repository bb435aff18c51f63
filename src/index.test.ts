import { expect, test, vi } from 'vitest';
import { judge, UsageError } from './index.ts';

const quick = { depth: 'quick', seed: 7, only: ['create/json', 'create/accepts-valid'] } as const;

test('judge() decides in this process: nothing is printed and the environment stays', async () => {
  const before = { ...process.env };
  const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const seen: string[] = [];
  const { report, status, problems } = await judge({
    ...quick,
    onVerdict: ({ id }, { verdict }) => seen.push(`${id} ${verdict}`),
  });
  expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  expect(process.env).toEqual(before);
  expect({ status, problems, embedded: report.target.embedded }).toEqual({ status: 0, problems: [], embedded: true });
  expect(seen.sort()).toEqual(['create/accepts-valid pass', 'create/json pass']);
  expect(report.requirements.map(({ id }) => id).sort()).toEqual(['create/accepts-valid', 'create/json']);
});

test('judge() finds a fault', async () => {
  const { report, status } = await judge({ depth: 'quick', only: ['auth/create/no-header'], fault: 'create-open' });
  expect(status).toBe(1);
  expect(report.requirements).toMatchObject([{ id: 'auth/create/no-header', verdict: 'fail' }]);
});

test('a signal ends judge() with what was decided', async () => {
  const stop = new AbortController();
  const { report, status } = await judge({
    depth: 'quick',
    signal: stop.signal,
    onVerdict: () => stop.abort(),
  });
  expect(status).toBe(130);
  expect(report.run.interrupted).toBe(true);
  // A whole run at quick decides more than two thirds.
  const passed = report.requirements.filter(({ verdict }) => verdict === 'pass');
  expect(passed.length).toBeLessThan(report.requirements.length / 3);
});

test.each([
  {},
  { baseUrl: 'http://127.0.0.1:9', tokens: { valid: 'a-good-token' } },
])('a signal that is aborted already gives an interrupted report: %o', async (target) => {
  const { report, status } = await judge({ ...target, depth: 'quick', signal: AbortSignal.abort() });
  expect([status, report.verdict, report.run.interrupted]).toEqual([130, 'incomplete', true]);
  expect(report.run.requests).toBe(0);
});

test.for([
  [{ basUrl: 'http://127.0.0.1:1' }, 'did you mean'],
  [{ only: ['no/such'] }, 'matches no requirement'],
  [{ depth: 'fast' }, 'depth'],
] as const)('judge(%o) is rejected before anything is sent', async ([input, message]) => {
  const error = await judge(input as never).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toContain(message);
});
