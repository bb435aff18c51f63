import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { settingsOf } from '../../test/settings.ts';
import type { Requirement } from '../core/requirement.ts';
import { CheckContext } from './check-context.ts';
import { createRunContext } from './run-context.ts';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

/** A search that takes the good token as long as `open` says so. */
async function contextOn(open: () => boolean) {
  const seen: string[] = [];
  server = createServer((request, response) => {
    const token = request.headers.authorization ?? 'none';
    seen.push(token);
    response.writeHead(token === 'Bearer good' && open() ? 200 : 401, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const settings = settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    tokens: { valid: 'good' },
  });
  const context = createRunContext(settings);
  return { t: new CheckContext(context, { id: 'x' } as Requirement, new AbortController().signal), seen };
}

test('attempts that wait at the same time share the positive controls around them', async () => {
  const { t, seen } = await contextOn(() => true);
  const tried = await Promise.all([1, 2, 3, 4, 5].map(() => t.attempt('logs', { authorization: 'Bearer bad' })));
  expect(tried.every(({ conclusive, exchange }) => conclusive && exchange.response?.status === 401)).toBe(true);
  expect(seen).toEqual(['Bearer good', ...Array(5).fill('Bearer bad'), 'Bearer good']);
  expect(t.rejections('logs')).toHaveLength(5);
  await t.client.close();
});

test('an attempt alone has a batch to itself', async () => {
  const { t, seen } = await contextOn(() => true);
  await Promise.all([t.attempt('logs', { authorization: null }, true), t.attempt('logs', { authorization: null })]);
  expect(seen).toEqual(['Bearer good', 'none', 'Bearer good', 'none', 'Bearer good']);
  await t.client.close();
});

test('a rejection beside a rejected control is not conclusive', async () => {
  let asked = 0;
  const { t } = await contextOn(() => ++asked === 1);
  const { conclusive } = await t.attempt('logs', { authorization: null });
  expect(conclusive).toBe(false);
  await t.client.close();
});
