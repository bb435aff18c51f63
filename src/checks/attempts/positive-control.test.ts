import { expect, test } from 'vitest';
import { contextOf } from '../../../test/run-context.ts';
import { token } from '../../../test/settings.ts';
import type { RunSettings } from '../../core/config.ts';
import type { Requirement } from '../../core/requirement.ts';
import { CheckContext } from '../check-context.ts';

const good = `Bearer ${token}`;

/** A search that takes the good token as long as `open` says so. */
async function contextOn(open: () => boolean, run: Partial<RunSettings> = {}) {
  const seen: string[] = [];
  const context = await contextOf((request, response) => {
    const sent = request.headers.authorization ?? 'none';
    seen.push(sent);
    response.writeHead(sent === good && open() ? 200 : 401, { 'Content-Type': 'application/json' }).end('{}');
  }, run);
  return { t: new CheckContext(context, { id: 'x' } as Requirement, new AbortController().signal), seen };
}

test('attempts that wait at the same time share the positive controls around them', async () => {
  const { t, seen } = await contextOn(() => true);
  const tried = await Promise.all([1, 2, 3, 4, 5].map(() => t.attempt('logs', { authorization: 'Bearer bad' })));
  expect(tried.every(({ conclusive, exchange }) => conclusive && exchange.response?.status === 401)).toBe(true);
  expect(seen).toEqual([good, ...Array(5).fill('Bearer bad'), good]);
  expect(t.rejections('logs')).toHaveLength(5);
});

test('an attempt alone has a batch to itself', async () => {
  const { t, seen } = await contextOn(() => true);
  await Promise.all([t.attempt('logs', { authorization: null }, true), t.attempt('logs', { authorization: null })]);
  expect(seen).toEqual([good, 'none', good, 'none', good]);
});

test('a rejection beside a rejected control is not conclusive', async () => {
  let asked = 0;
  const { t } = await contextOn(() => ++asked === 1, { maxTimeMs: 1000 });
  const { conclusive } = await t.attempt('logs', { authorization: null });
  expect(conclusive).toBe(false);
});
