/** Searches without a valid token, of which a server lets in some. */
import { expect, test } from 'vitest';
import { row } from '../../../test/requirement.ts';
import { contextOf, page } from '../../../test/run-context.ts';
import { token } from '../../../test/settings.ts';
import { CheckContext } from '../check-context.ts';
import type { CheckConcluded } from '../conclusion.ts';
import { requireNoneLetIn, requireNoneLetInOfMany } from './let-in.ts';

/** A search that answers the n-th request without the valid token with a status. */
async function contextOn(statusOf: (n: number, target: string) => number) {
  const strangers: string[] = [];
  const run = await contextOf(
    ({ headers, url = '' }, response) => {
      const isValid = headers.authorization === `Bearer ${token}`;
      if (!isValid) strangers.push(url);
      const status = isValid ? 200 : statusOf(strangers.length, url);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(status === 200 ? page(['an item of the log']) : '{}');
    },
    { maxRequests: 1000 },
  );
  const requirement = { ...row, id: 'auth/logs/wrong-token' };
  return { t: new CheckContext(run, requirement, new AbortController().signal), strangers };
}

test('a run sends 100 searches without a valid token, and a server that lets in one of fifty is reported', async () => {
  const { t, strangers } = await contextOn((n) => (n % 50 === 0 ? 200 : 401));
  await expect(requireNoneLetInOfMany(t)).rejects.toThrow(/it must be rejected \(\d of the \d+ requests/);
  expect(strangers.length).toBeGreaterThanOrEqual(100);
});

test('a run that has sent enough of them sends each search once', async () => {
  const { t, strangers } = await contextOn(() => 401);
  for (let sent = 0; sent < 110; sent += 1) await t.send({ operation: 'logs', authorization: 'Bearer made-up' });
  await requireNoneLetInOfMany(t);
  expect(strangers.length).toBeLessThan(130);
});

test('where a search for many things at once is rejected for another reason, each is asked for alone', async () => {
  const { t, strangers } = await contextOn((_n, target) => (target.split('&').length > 3 ? 400 : 401));
  await requireNoneLetInOfMany(t);
  expect(strangers.some((target) => /\?status=failed$/.test(target))).toBe(true);
});

test.each([
  { letIn: ['verify'], ending: 'inconclusive' },
  { letIn: ['verify', 'register'], ending: 'inconclusive' },
  { letIn: ['verify', 'register', 'create'], ending: 'fail' },
] as const)('a verification that was let in once, of $letIn.length requests that were, is $ending', async ({
  letIn,
  ending,
}) => {
  const run = await contextOf((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const t = new CheckContext(
    run,
    { ...row, id: 'auth/verify/wrong-token', operation: 'verify' },
    new AbortController().signal,
  );
  for (const operation of letIn) await t.send({ operation, body: {}, typed: false, authorization: 'Bearer made-up' });
  const concluded: unknown = await requireNoneLetIn(t).catch((error: unknown) => error);
  expect((concluded as CheckConcluded).conclusion.verdict).toBe(ending);
});
