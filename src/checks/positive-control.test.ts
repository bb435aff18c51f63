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
async function trial(open: () => boolean) {
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
  return { trial: new CheckContext(context, { id: 'x' } as Requirement, new AbortController().signal), seen };
}

test('attempts that wait at the same time share the twins around them', async () => {
  const { trial: one, seen } = await trial(() => true);
  const twins = one.controls;
  const tried = await Promise.all(
    [1, 2, 3, 4, 5].map(() => twins.attempt(one, 'logs', { authorization: 'Bearer bad' })),
  );
  expect(tried.every(({ conclusive, exchange }) => conclusive && exchange.response?.status === 401)).toBe(true);
  expect(seen).toEqual(['Bearer good', ...Array(5).fill('Bearer bad'), 'Bearer good']);
  expect(twins.refusals('logs')).toHaveLength(5);
  await one.client.close();
});

test('an attempt alone has a wave of its own', async () => {
  const { trial: one, seen } = await trial(() => true);
  const twins = one.controls;
  await Promise.all([
    twins.attempt(one, 'logs', { authorization: null }, true),
    twins.attempt(one, 'logs', { authorization: null }),
  ]);
  expect(seen).toEqual(['Bearer good', 'none', 'Bearer good', 'none', 'Bearer good']);
  await one.client.close();
});

test('a refusal beside a twin that is refused means nothing', async () => {
  let asked = 0;
  const { trial: one } = await trial(() => ++asked === 1);
  const { conclusive } = await one.controls.attempt(one, 'logs', { authorization: null });
  expect(conclusive).toBe(false);
  await one.client.close();
});
