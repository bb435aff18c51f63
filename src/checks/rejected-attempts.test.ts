import { expect, test } from 'vitest';
import { contextOf } from '../../test/run-context.ts';
import { token } from '../../test/settings.ts';
import type { Requirement } from '../core/requirement.ts';
import { CheckContext } from './check-context.ts';
import { CheckConcluded } from './conclusion.ts';
import { Attempts, requireRejected, withMadeUpToken } from './rejected-attempts.ts';

/** A search that answers the valid token, and the others, with the statuses that `next` gives. */
async function contextOn(next: (isValid: boolean) => number): Promise<CheckContext> {
  const run = await contextOf((request, response) => {
    const status = next(request.headers.authorization === `Bearer ${token}`);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  return new CheckContext(run, { id: 'x' } as Requirement, new AbortController().signal);
}

test('an attempt that is accepted twice is a finding', async () => {
  const t = await contextOn(() => 200);
  const finding = await new Attempts(t, 'logs').judge(withMadeUpToken);
  expect(finding?.message).toMatch(/with a made-up token answered 200, and again; it must be rejected$/);
  expect(finding?.proof).toHaveLength(2);
});

test('an attempt that is accepted only once decides nothing', async () => {
  let accepted = 1;
  const t = await contextOn((isValid) => (isValid || accepted-- > 0 ? 200 : 401));
  const attempts = new Attempts(t, 'logs');
  expect(await attempts.judge(withMadeUpToken)).toBeUndefined();
  expect(() => attempts.conclude({ count: 1, kinds: {} })).toThrow(CheckConcluded);
});

test('rejections pass only if a positive control was accepted beside one of them', async () => {
  const open = await contextOn((isValid) => (isValid ? 200 : 401));
  expect(await requireRejected(open, 'logs', [withMadeUpToken])).toMatchObject({ verdict: 'pass' });
  const closed = await contextOn(() => 401);
  await expect(requireRejected(closed, 'logs', [withMadeUpToken])).rejects.toThrow(
    /so a rejection would prove nothing/,
  );
});
