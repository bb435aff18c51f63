import { createServer, type Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { parseJsonBody } from '../../core/body.ts';
import type { WireRequest } from '../../core/exchange.ts';
import { Transport } from './transport.ts';

const open: (Transport | Server)[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));

/** Sends to a server that answers with `response` once the text `until` came; gives what it got, and the result. */
async function exchange(request: WireRequest, until: string, response: string) {
  let got = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (octets) => {
      got += octets.toString('latin1');
      if (got.includes(until)) socket.end(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const transport = new Transport({
    origin: `http://127.0.0.1:${port}`,
    connections: 1,
    timeoutMs: 2000,
    insecure: false,
  });
  open.push(transport, server);
  return { result: await transport.send(request), got };
}

const ok = 'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nhi';
const post: WireRequest = { method: 'POST', target: '/a?b', headers: [], body: new TextEncoder().encode('{"a":1}') };

test('a body is sent in chunks where the header says so, and the response is read', async () => {
  const headers = [
    ['Accept', '*/*'],
    ['Transfer-Encoding', 'chunked'],
  ] as const;
  const { result, got } = await exchange({ ...post, headers }, '0\r\n\r\n', ok);
  expect(got).toContain('POST /a?b HTTP/1.1\r\n');
  expect(got).toContain('\r\n7\r\n{"a":1}\r\n0\r\n\r\n');
  expect(got).not.toMatch(/content-length/i);
  expect(result).toMatchObject({
    response: {
      status: 200,
      headers: [
        ['X-A', '1'],
        ['Content-Length', '2'],
      ],
    },
  });
  expect('response' in result && Buffer.from(result.response.bytes).toString()).toBe('hi');
});

test('a message is written in the older version, with an absolute target and its headers in reverse order', async () => {
  const headers = [
    ['X-A', '1'],
    ['X-B', '2'],
  ] as const;
  const shape = { version: '1.0', target: 'absolute', headers: 'reversed' } as const;
  const { result, got } = await exchange({ ...post, headers, shape }, '{"a":1}', ok);
  expect(got).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/a\?b HTTP\/1\.0\r\n/);
  expect(got).toMatch(/\r\nContent-Length: 7\r\nX-B: 2\r\nX-A: 1\r\nHost: 127/);
  expect(result).toMatchObject({ response: { status: 200 } });
});

test('connection options keep the length of the body, and stand as they were given', async () => {
  const headers = [
    ['Connection', 'Upgrade, X-A'],
    ['Upgrade', 'h2c'],
  ] as const;
  const { result, got } = await exchange({ ...post, headers }, '{"a":1}', ok);
  expect(got).toContain('\r\nConnection: Upgrade, X-A\r\nUpgrade: h2c\r\nContent-Length: 7\r\n');
  expect(result).toMatchObject({ response: { status: 200 } });
});

test('an upgrade that is taken, a cut connection and a broken response have their names', async () => {
  const headers = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'x'],
  ] as const;
  const request = { ...post, headers };
  const switched = await exchange(
    request,
    '{"a":1}',
    'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  );
  expect(switched.result).toMatchObject({ response: { status: 101 } });
  expect((await exchange(request, '{"a":1}', '')).result).toMatchObject({ failure: { kind: 'cut' } });
  expect((await exchange(request, '{"a":1}', 'babble\r\n\r\n')).result).toMatchObject({
    failure: { kind: 'invalid-response' },
  });
  expect((await exchange(request, 'never', ok)).result).toMatchObject({ failure: { kind: 'timeout' } });
});

test('of a long body the beginning is kept, and its short members are read', async () => {
  const text = JSON.stringify({ data: ['a'], comment: 'x'.repeat(3_000_000) });
  const response = `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  const { result } = await exchange({ ...post, headers: [['Upgrade', 'h2c']] }, '{"a":1}', response);
  if (!('response' in result)) throw new Error('there is no response');
  expect(result.response.bytes.length).toBeLessThan(10_000);
  expect(result.response).toMatchObject({ received: text.length, truncated: false });
  expect(parseJsonBody(result.response)).toMatchObject({ ok: true, value: { data: ['a'] } });
});
