import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../../test/targets/support/listener.ts';
import { search as anySearch, clientOf, closeAfterTest, ok, serving } from '../../../test/tiny-server.ts';

const search = { ...anySearch, canonical: true };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server that serves so many connections at once: others wait, or are closed. */
async function served(count: number, further: 'wait' | 'are closed' = 'wait'): Promise<string> {
  const limit = further === 'wait' ? { workers: count } : { connections: count };
  const listener = await listen((_request, response) => ok(response), limit);
  closeAfterTest(() => listener.close());
  return listener.origin;
}

const many = (count: number) => Array.from({ length: count }, () => search);

test.each([
  1, 3,
])('a target that serves %i connections at once is found out, and no request times out', async (count) => {
  const client = clientOf(await served(count), { timeoutMs: 2000 });
  const first = await Promise.all(many(12).map((request) => client.send(request)));
  const second = await Promise.all(many(12).map((request) => client.send(request)));
  expect([...first, ...second].map(({ response }) => response?.status)).toEqual(Array(24).fill(200));
  expect(client.usage.inFlight.limit).toBe(count);
});

test.each([2, 4])('a target that closes all but %i connections is found out, and loses few requests', async (count) => {
  const client = clientOf(await served(count, 'are closed'), { timeoutMs: 2000 });
  await client.send(search);
  await Promise.all(many(24).map((request) => client.send(request)));
  expect(client.usage.inFlight.limit).toBe(count - 1);
  const sent = client.usage.sent;
  const answered = await Promise.all(many(40).map((request) => client.send(request)));
  expect(answered.map(({ response }) => response?.status)).toEqual(Array(40).fill(200));
  expect(client.usage.sent - sent).toBeLessThan(44);
});

test('a target whose only thread waits for idle connections is not made to wait', async () => {
  let last: { readonly socket: Socket | null; readonly at: number } = { socket: null, at: 0 };
  let turn = Promise.resolve();
  const origin = await serving(({ socket }, response) => {
    turn = turn.then(async () => {
      const isIdleOpen = last.socket !== socket && last.socket?.destroyed === false;
      if (isIdleOpen) await wait(last.at + 200 - Date.now());
      last = { socket, at: Date.now() };
      ok(response);
    });
  });
  const client = clientOf(origin, { timeoutMs: 4000 });
  await client.send(search);
  await Promise.all(many(16).map((request) => client.send(request)));
  const began = Date.now();
  const answered = await Promise.all(many(16).map((request) => client.send(request)));
  expect(answered.map(({ response }) => response?.status)).toEqual(Array(16).fill(200));
  expect(Date.now() - began).toBeLessThan(1600);
  expect(client.usage.inFlight.limit).toBe(8);
});

test('a target that closes the connection of some requests serves as many as before', async () => {
  let count = 0;
  const origin = await serving((_request, response) => {
    count += 1;
    if (count % 6 === 3) response.socket?.destroy();
    else ok(response);
  });
  const client = clientOf(origin, { timeoutMs: 2000 });
  await Promise.all(many(60).map((request) => client.send(request)));
  expect(client.usage.inFlight.limit).toBe(8);
});

test('on a target that serves one connection, a session closes its own for other requests and then opens another', async () => {
  const client = clientOf(await served(1), { timeoutMs: 2000 });
  for (const count of [4, 1]) await Promise.all(many(count).map((request) => client.send(request)));
  expect(client.usage.inFlight.limit).toBe(1);
  const connection = client.session();
  for (const how of [
    { connection },
    {},
    { connection },
    { connection: 'fresh' },
    { connection },
    { connection },
  ] as const)
    expect((await client.send({ ...search, ...how })).response?.status).toBe(200);
  await connection.close();
});

test('a target on which one request in five is slow serves as many connections as before', async () => {
  let count = 0;
  const origin = await serving(async (_request, response) => {
    count += 1;
    if (count % 5 === 0) await wait(600);
    ok(response);
  });
  const client = clientOf(origin, { timeoutMs: 1200 });
  await Promise.all(many(40).map((request) => client.send(request)));
  expect(client.usage.inFlight.limit).toBe(8);
});

test('requests that hang do not keep the others waiting for long', async () => {
  let count = 0;
  const origin = await serving((_request, response) => {
    count += 1;
    if (count > 3) ok(response);
  });
  const client = clientOf(origin, { timeoutMs: 2000 });
  const answered = await Promise.all(many(30).map((request) => client.send(request)));
  expect(answered.filter(({ failure }) => failure?.kind === 'timeout')).toHaveLength(3);
  expect(client.usage.inFlight.limit).toBe(8);
});
