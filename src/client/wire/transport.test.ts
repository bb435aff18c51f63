/** Responses that Node's own server would not send: raw octets, from a socket. */
import { createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import type { WireRequest } from '../../core/exchange.ts';
import { Transport } from './transport.ts';

const open: { close(): unknown }[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
});

/** A transport to a server that calls `react` for each request, once its headers have arrived. */
async function answering(react: (socket: Socket, request: number) => void, timeoutMs = 5000): Promise<Transport> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (octets) => {
      if (octets.includes('\r\n\r\n')) react(socket, ++count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const transport = new Transport({ origin: `http://127.0.0.1:${port}`, connections: 2, timeoutMs, insecure: false });
  open.push(transport, server);
  return transport;
}

const get: WireRequest = { method: 'GET', target: '/', headers: [['Accept', '*/*']], body: null };
const text = (result: Awaited<ReturnType<Transport['send']>>) =>
  'response' in result ? [result.response.status, Buffer.from(result.response.bytes).toString()] : result.failure.kind;

test('an HTTP/1.0 body without a length ends with the connection, and the next request opens another', async () => {
  const transport = await answering((socket, n) => socket.end(`HTTP/1.0 200 OK\r\nX: 1\r\n\r\nbody ${n}`));
  expect([text(await transport.send(get)), text(await transport.send(get))]).toEqual([
    [200, 'body 1'],
    [200, 'body 2'],
  ]);
});

test('informational responses are skipped', async () => {
  const transport = await answering((socket) =>
    socket.write(
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 201 Created\r\nA: b\r\nContent-Length: 2\r\n\r\n{}',
    ),
  );
  const result = await transport.send(get);
  expect(text(result)).toEqual([201, '{}']);
  expect('response' in result && result.response.headers).toEqual([
    ['A', 'b'],
    ['Content-Length', '2'],
  ]);
});

test('a chunked body with a trailer is read as one body, even octet by octet', async () => {
  const whole = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nT: 1\r\n\r\n';
  const transport = await answering(async (socket, n) => {
    if (n === 1) socket.write(whole);
    else
      for (const octet of whole) {
        socket.write(octet);
        await new Promise((resolve) => setImmediate(resolve));
      }
  });
  expect(text(await transport.send(get))).toEqual([200, 'abcde']);
  expect(text(await transport.send(get))).toEqual([200, 'abcde']);
});

test('a 204, and a 200 of length 0, have an empty body', async () => {
  const transport = await answering((socket, n) =>
    socket.write(n === 1 ? 'HTTP/1.1 204 No Content\r\n\r\n' : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  );
  expect([text(await transport.send(get)), text(await transport.send(get))]).toEqual([
    [204, ''],
    [200, ''],
  ]);
});

test('an aborted request ends at once, in flight, waiting or unsent, and the next one is served', async () => {
  let responds = false;
  const transport = await answering((socket) => {
    if (responds) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });
  const stop = new AbortController();
  const { signal } = stop;
  // Two connections: the third waits for one.
  const results = [1, 2, 3].map(() => transport.send({ ...get, signal }));
  setTimeout(() => stop.abort(), 50);
  expect((await Promise.all(results)).map(text)).toEqual(['cut', 'cut', 'cut']);
  expect(text(await transport.send({ ...get, signal }))).toBe('cut');
  responds = true;
  expect(text(await transport.send(get))).toEqual([200, 'ok']);
});

test('waiting for a connection counts towards the time-out', async () => {
  const transport = await answering(() => {}, 150);
  const began = performance.now();
  expect((await Promise.all([1, 2, 3, 4].map(() => transport.send(get)))).map(text)).toEqual(
    Array.from({ length: 4 }, () => 'timeout'),
  );
  expect(performance.now() - began).toBeLessThan(1500);
});

test('an unrequested protocol switch is a failure, and a surplus response does not affect the next request', async () => {
  const transport = await answering((socket, n) =>
    socket.write(
      n === 1
        ? 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
        : 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na'.repeat(n === 2 ? 2 : 1),
    ),
  );
  expect(['cut', 'invalid-response']).toContain(text(await transport.send(get)));
  expect(text(await transport.send(get))).toEqual([200, 'a']);
  expect(text(await transport.send(get))).toEqual([200, 'a']);
});

test('a status below 100 is an invalid response', async () => {
  const transport = await answering((socket) => socket.write('HTTP/1.1 099 What\r\nContent-Length: 0\r\n\r\n'));
  expect(await transport.send(get)).toEqual({
    failure: { kind: 'invalid-response', message: 'the response is not HTTP: its status is below 100, or the like' },
  });
});
