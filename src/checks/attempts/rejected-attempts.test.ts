import { expect, test } from 'vitest';
import { contextOf } from '../../../test/run-context.ts';
import { token } from '../../../test/settings.ts';
import type { Requirement } from '../../core/requirement.ts';
import { CheckContext } from '../check-context.ts';
import { CheckConcluded } from '../conclusion.ts';
import { type Attempt, attemptOnce, withMadeUpToken, withoutHeader } from './attempt.ts';
import { Attempts, requireRejected } from './rejected-attempts.ts';

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

test('an attempt that is accepted only on a connection with an accepted request says so', async () => {
  const trusted = new WeakSet();
  const run = await contextOf(
    (request, response) => {
      if (request.headers.authorization === `Bearer ${token}`) trusted.add(request.socket);
      response.writeHead(trusted.has(request.socket) ? 200 : 401, { 'Content-Type': 'application/json' }).end('{}');
    },
    { concurrency: 1 },
  );
  const t = new CheckContext(run, { id: 'x' } as Requirement, new AbortController().signal);
  const finding = await new Attempts(t, 'logs').judge(withMadeUpToken);
  expect(finding?.message).toMatch(/on a fresh connection it answered 401: the target may remember/);
  expect(finding?.connection).toBe('same');
});

test('what confirms a finding is its attempt, sent once more', async () => {
  let status = 200;
  const t = await contextOn(() => status);
  const finding = await new Attempts(t, 'logs').judge(withMadeUpToken);
  const before = t.client.usage.sent;
  expect(await finding!.showsAgain!(t)).toBe(true);
  status = 401;
  expect(await finding!.showsAgain!(t)).toBe(false);
  expect(t.client.usage.sent).toBe(before + 2);
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

const field = (name: string): Attempt => ({
  label: `with ${name}`,
  how: { authorization: null, headers: [[name, 'x']] },
});
const parts = ['X-One', 'X-Two', 'X-Three'].map(field);
/** Three ways in, in one request. */
const together: Attempt = {
  label: 'with all of them',
  how: { authorization: null, headers: parts.flatMap(({ how }) => how.headers!) },
  together: { without: withoutHeader, parts },
};

/** A search that answers the fields of the three that a request without a token has with a status; counts such requests. */
async function contextOnFields(answer: (fields: readonly string[]) => number) {
  const asked: string[] = [];
  const run = await contextOf((request, response) => {
    const fields = Object.keys(request.headers).filter((name) => /^x-(one|two|three)$/.test(name));
    const isValid = request.headers.authorization === `Bearer ${token}`;
    if (!isValid) asked.push(fields.join(' '));
    response.writeHead(isValid ? 200 : answer(fields), { 'Content-Type': 'application/json' }).end('{}');
  });
  return { t: new CheckContext(run, { id: 'x' } as Requirement, new AbortController().signal), asked };
}

test('several ways in that are rejected as the request without them are tried once', async () => {
  const { t, asked } = await contextOnFields(() => 401);
  const attempts = new Attempts(t, 'logs');
  expect(await attempts.judge(together)).toBeUndefined();
  expect(asked.sort()).toEqual(['', 'x-one x-two x-three']);
  expect(attempts.conclude({ count: 1, kinds: {} })).toMatchObject({ verdict: 'pass' });
});

test('several ways in that are rejected in another way are tried alone, and one of them alone is reported', async () => {
  const { t } = await contextOnFields((fields) => (fields.length > 1 ? 400 : fields[0] === 'x-two' ? 200 : 401));
  const finding = await new Attempts(t, 'logs').judge(together);
  expect(finding?.message).toContain('with X-Two answered 200');
});

test('of attempts that are accepted at the same time, the first is confirmed, and the others send nothing more', async () => {
  const { t, asked } = await contextOnFields((fields) => (fields.length === 1 ? 200 : 401));
  const attempts = new Attempts(t, 'logs');
  const findings = await Promise.all(parts.map((part) => attempts.judge(part)));
  expect(findings.map((finding) => finding?.message.includes('X-One'))).toEqual([true, undefined, undefined]);
  // The third time on a fresh connection.
  expect(asked.sort()).toEqual(['x-one', 'x-one', 'x-one', 'x-three', 'x-two']);
  expect(await attempts.judge(parts[1]!)).toBeDefined();
});

test('an attempt with fewer parts is sent once, and not at all if it was rejected before', async () => {
  const { t, asked } = await contextOnFields((fields) => (fields.includes('x-two') ? 200 : 401));
  const attempts = new Attempts(t, 'logs');
  expect(await attempts.judge(together)).toBeDefined();
  expect(await attempts.judge(parts[0]!)).toBeUndefined();
  asked.length = 0;
  expect(await attempts.judgeSmaller(parts[0]!)).toBeUndefined();
  expect(await attempts.judgeSmaller(parts[1]!)).toMatchObject({ message: expect.stringContaining('with X-Two') });
  expect(await attempts.judgeSmaller(parts[2]!)).toBeUndefined();
  expect(asked).toEqual(['x-two', 'x-three']);
});

test('a part that several attempts have in common is tried alone once', async () => {
  const { t, asked } = await contextOnFields((fields) => (fields.length > 1 ? 400 : 401));
  const attempts = new Attempts(t, 'logs');
  await Promise.all([attempts.judge(together), attempts.judge({ ...together })]);
  expect(asked.filter((fields) => fields === 'x-three')).toHaveLength(1);
});

test('an attempt that checks have in common is sent once, and alone again to confirm what it found', async () => {
  let strangers = 0;
  const t = await contextOn((isValid) => {
    if (!isValid) strangers += 1;
    return 200;
  });
  const [one, other] = await Promise.all([1, 2].map(() => attemptOnce(t, 'logs', withMadeUpToken)));
  expect(one).toBe(other);
  expect(strangers).toBe(1);
  expect(await new Attempts(t, 'logs').judge(withMadeUpToken)).toBeDefined();
  // Once more on a fresh connection.
  expect(strangers).toBe(3);
});
