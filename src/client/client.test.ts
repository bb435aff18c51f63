/** The client against tiny servers: what it sends, waits for, repeats and gives up. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { token } from '../../test/settings.ts';
import { bodyOf, clientOf, ok, search, serving, speaking } from '../../test/tiny-server.ts';
import { parseJsonBody } from '../core/body.ts';
import { bodySize, type OperationRequest } from '../core/exchange.ts';
import { abridgedItem } from '../core/items/abridged-item.ts';
import { bodyCap } from './wire/receiver.ts';

test('a request has the token, path, query and body of its operation, unless others are given', async () => {
  const seen: string[] = [];
  const base = await serving(async (request, response) => {
    const { authorization, 'content-type': type } = request.headers;
    seen.push([request.method, request.url, authorization, type, await bodyOf(request)].join(' '));
    ok(response);
  });
  const client = clientOf(`${base}/api/`);
  await client.send({ operation: 'logs', webhook: 'a/b %', query: [['next', 'x+/=&']] });
  await client.send({ operation: 'create', body: { limit: 1 } });
  await client.send({ operation: 'register', raw: 'no json', authorization: null, contentType: null });
  const posted = await client.send({ operation: 'logs', method: 'POST', target: '/v2//x?y' });
  expect(seen).toEqual([
    `GET /api/v2/webhooks/a%2Fb%20%25/logs/search?next=x%2B%2F%3D%26 Bearer ${token}  `,
    `POST /api/v2/calendars/common-events Bearer ${token} application/json {"limit":1}`,
    'POST /api/v2/auth/register   no json',
    `POST /api/v2//x?y Bearer ${token}  `,
  ]);
  expect(posted.request.proper).toBe(false);
  expect(client.usage.sent).toBe(4);
});

test('reads settle within the configured time, and nothing lags behind for five times as long', () => {
  const times = (run: object) => {
    const { settleMs, longestLagMs } = clientOf('http://unused.invalid', run);
    return [settleMs, longestLagMs];
  };
  expect(times({ settleMs: 60 })).toEqual([60, 300]);
  expect(times({})).toEqual([2000, 10_000]);
});

test('redirects are not followed', async () => {
  let asked = 0;
  const base = await serving((_request, response) => {
    asked += 1;
    response.writeHead(302, { Location: '/elsewhere' }).end();
  });
  const { response } = await clientOf(base).send(search);
  expect([response?.status, asked]).toEqual([302, 1]);
});

test('throttling is waited out as Retry-After says, in seconds or as a date, unless `accept` is given', async () => {
  let asked = 0;
  const times: number[] = [];
  const base = await serving((_request, response) => {
    asked += 1;
    times.push(Date.now());
    if (asked === 1) response.writeHead(429, { 'Retry-After': '1' }).end();
    else if (asked === 2) response.writeHead(503, { 'Retry-After': new Date(Date.now() + 1500).toUTCString() }).end();
    else if (asked === 3) response.writeHead(429).end();
    else if (asked >= 5) response.writeHead(429, { 'Retry-After': '100' }).end();
    else ok(response);
  });
  const client = clientOf(base);
  const exchange = await client.send(search);
  expect(exchange.response?.status).toBe(200);
  expect([asked, client.usage.sent, client.usage.retries]).toEqual([4, 4, 3]);
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(950);
  expect((await client.send({ ...search, throttle: 'accept' })).response?.status).toBe(429);
  await expect(client.send(search)).rejects.toMatchObject({ name: 'NotSent', reason: 'throttled' });
});

test('a POST repeated after a 503 is marked as retried, since the first may have taken effect; not after a 429, nor a GET', async () => {
  const retriedAfter = async (status: number, request: OperationRequest) => {
    let asked = 0;
    const base = await serving((_request, response) => {
      asked += 1;
      response.writeHead(asked === 1 ? status : 422, asked === 1 ? { 'Retry-After': '0' } : {}).end();
    });
    return (await clientOf(base).send(request)).request.retried;
  };
  const registration: OperationRequest = { operation: 'register', raw: '{}' };
  expect(await retriedAfter(503, registration)).toBe(true);
  expect(await retriedAfter(429, registration)).toBeUndefined();
  expect(await retriedAfter(503, search)).toBeUndefined();
});

test('no request is sent while another one waits out throttling', async () => {
  const times: number[] = [];
  const base = await serving((_request, response) => {
    times.push(Date.now());
    if (times.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end();
    else ok(response);
  });
  const client = clientOf(base);
  const first = client.send(search);
  while (times.length === 0 || client.usage.retries === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([first, client.send(search), client.send(search)]);
  expect(Math.min(...times.slice(1)) - times[0]!).toBeGreaterThanOrEqual(950);
});

test('a GET that is throttled after a lost connection is waited out too', async () => {
  let asked = 0;
  const base = await serving((request, response) => {
    asked += 1;
    if (asked === 1) request.socket.destroy();
    else if (asked === 2) response.writeHead(429, { 'Retry-After': '0' }).end();
    else ok(response);
  });
  const exchange = await clientOf(base).send(search);
  expect([exchange.response?.status, asked]).toEqual([200, 3]);
  expect(exchange.request.retried).toBe(true);
});

test('a 503 without Retry-After is a response, not throttling', async () => {
  const base = await serving((_request, response) => response.writeHead(503).end());
  const client = clientOf(base);
  expect((await client.send(search)).response?.status).toBe(503);
  expect(client.usage.sent).toBe(1);
});

test('a response that is not complete in time is a time-out, before the headers or within the body', async () => {
  const silent = clientOf(await serving(() => undefined), { timeoutMs: 150 });
  expect((await silent.send(search)).failure?.kind).toBe('timeout');
  const halting = clientOf(await serving((_request, response) => response.writeHead(200).write('{')), {
    timeoutMs: 150,
  });
  const { failure, response, ms } = await halting.send(search);
  expect([failure?.kind, response]).toEqual(['timeout', null]);
  expect(ms).toBeLessThan(1500);
});

test('after a lost connection a GET is sent once more on a fresh one, and a POST is not', async () => {
  let connections = 0;
  const base = await speaking((socket) => {
    connections += 1;
    socket.once('data', () => socket.destroy());
  });
  const client = clientOf(base);
  expect((await client.send(search)).failure?.kind).toBe('cut');
  expect([connections, client.usage.retries]).toEqual([2, 1]);
  expect((await client.send({ operation: 'create', body: {} })).failure?.kind).toBe('cut');
  expect(connections).toBe(3);
});

test('transport failures are told apart: refused, not HTTP, and cut within the body', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect((await clientOf(nobody).send(search)).failure?.kind).toBe('refused');
  const babble = await speaking((socket) => socket.once('data', () => socket.end('hello, this is not HTTP\r\n\r\n')));
  expect((await clientOf(babble).send({ ...search, connection: 'fresh' })).failure?.kind).toBe('invalid-response');
  const short = await speaking((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}')),
  );
  expect((await clientOf(short).send({ ...search, connection: 'fresh' })).failure?.kind).toMatch(
    /cut|invalid-response/,
  );
});

test('a body is read up to the cap and marked as truncated', async () => {
  const base = await serving((_request, response) => {
    response.writeHead(200);
    const more = () => {
      while (response.write(Buffer.alloc(1 << 20, 0x20)));
      response.once('drain', more);
    };
    more();
  });
  const { response } = await clientOf(base).send(search);
  expect(response?.truncated).toBe(true);
  expect(bodySize(response!)).toBeGreaterThan(bodyCap);
  expect(bodySize(response!)).toBeLessThan(bodyCap + (2 << 20));
});

test('a compressed body is kept as received and decoded when it is read', async () => {
  const base = await serving((_request, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"data":[]}')),
  );
  const { response } = await clientOf(base).send(search);
  expect([...response!.bytes.slice(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(parseJsonBody(response!)).toMatchObject({ ok: true, value: { data: [] } });
});

test('headers keep their order and letter case, and repeated ones stay apart', async () => {
  const base = await speaking((socket) =>
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nX-b: 1\r\nX-A: 2\r\nx-B: 3\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'),
    ),
  );
  const { response } = await clientOf(base).send(search);
  expect(response?.headers.slice(0, 3)).toEqual([
    ['X-b', '1'],
    ['X-A', '2'],
    ['x-B', '3'],
  ]);
});

test('no request is sent beyond the budget', async () => {
  const client = clientOf(await serving((_request, response) => ok(response)), { maxRequests: 3 });
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => client.send(search)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3);
  expect([client.usage.sent, client.usage.budgetLeft]).toEqual([3, 0]);
  await expect(client.send(search)).rejects.toMatchObject({ reason: 'budget' });
});

test('an operation that times out twice on its canonical request is given up, and others are not', async () => {
  const base = await serving((request, response) => {
    if (request.url?.includes('/logs/') !== true) ok(response);
  });
  const client = clientOf(base, { timeoutMs: 200 });
  await client.send({ ...search, canonical: true });
  expect(client.troubles.givenUp('logs')).toBe(false);
  await client.send({ ...search, canonical: true });
  expect(client.troubles.givenUp('logs')).toBe(true);
  await expect(client.send(search)).rejects.toMatchObject({ reason: 'given-up' });
  expect(client.usage.sent).toBe(2);
  expect((await client.send({ operation: 'create', body: {} })).response?.status).toBe(200);
});

test('what hangs twice, one after the other, is not sent again, and other requests are', async () => {
  const base = await serving((request, response) => {
    if (request.url?.includes('prev=') !== true) ok(response);
  });
  const client = clientOf(base, { timeoutMs: 150 });
  const back = { ...search, query: [['prev', 'a-cursor-of-some-length']] as const };
  await client.send(search);
  await Promise.all([client.send(back), client.send(back), client.send(back)]);
  expect((await client.send({ ...back, webhook: 'wh_other' })).failure?.kind).toBe('timeout');
  await expect(client.send(back)).rejects.toMatchObject({ reason: 'hung', message: /with prev/ });
  expect((await client.send({ ...back, evenIfHung: true })).failure?.kind).toBe('timeout');
  expect((await client.send({ ...search, query: [['status', 'failed']] })).response?.status).toBe(200);
  expect(client.troubles.givenUp('logs')).toBe(false);
});

test('after six requests that hung, others are waited for less long, and prove nothing by their silence', async () => {
  const base = await serving((request, response) => {
    if (request.url?.includes('sortBy=') !== true) ok(response);
  });
  const client = clientOf(base, { timeoutMs: 3000 });
  const sortedBy = (name: string) => client.send({ ...search, query: [['sortBy', name]] });
  const answers = await Promise.all(Array.from({ length: 30 }, () => client.send(search)));
  expect(answers.every(({ response }) => response?.status === 200)).toBe(true);
  await Promise.all(Array.from({ length: 6 }, (_, index) => sortedBy(`field${index}`)));
  const began = Date.now();
  await expect(sortedBy('another')).rejects.toMatchObject({ reason: 'hung' });
  expect(Date.now() - began).toBeLessThan(2500);
});

test('an aborted request is not sent', async () => {
  const client = clientOf(await serving((_request, response) => ok(response)));
  await expect(client.send({ ...search, signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'aborted' });
  expect(client.usage.sent).toBe(0);
});

test('a request that claims to be valid but is not is never sent', async () => {
  let asked = 0;
  const client = clientOf(
    await serving((_, response) => {
      asked += 1;
      response.end('{}');
    }),
  );
  const wrong: [OperationRequest, RegExp][] = [
    [{ operation: 'create', body: { limit: '10' } }, /create a common event.*limit must be an integer, got "10"/],
    [{ operation: 'register', body: ['x'] }, /register an auth.*object/],
    [{ operation: 'verify', body: { email: 'a@b.c', code: 1.5 } }, /verify a user.*code must be an integer, got 1\.5/],
    [{ operation: 'logs', webhook: '' }, /webhookId must not be empty/],
    [{ operation: 'logs', query: [['status', 'done']] }, /status must be one of .*, got "done"/],
    [
      {
        operation: 'logs',
        query: [
          ['from', '1'],
          ['from', '2'],
        ],
      },
      /from is repeated/,
    ],
  ];
  for (const [request, message] of wrong) {
    await expect(client.send(request)).rejects.toThrow(message);
    await client.send({ ...request, typed: false });
  }
  expect(asked).toBe(wrong.length);
});

test('a cursor of which only a digest was read is not sent', async () => {
  const client = clientOf('http://127.0.0.1:9');
  const cursor = abridgedItem('x'.repeat(20_000));
  await expect(client.send({ operation: 'logs', query: [['next', cursor]] })).rejects.toMatchObject({
    reason: 'own-limit',
  });
  expect(client.usage.sent).toBe(0);
});
