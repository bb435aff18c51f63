import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../../src/core/config.ts';
import { TargetError } from '../../src/core/errors.ts';
import { judge } from '../../src/index.ts';
import { preflight } from '../../src/session/preflight.ts';
import { targets } from '../targets/liberties.ts';

/** Result of the preflight, and the requests it sent. */
async function look(answer: RequestListener, path = '', timeoutMs = 10_000) {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    sent.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { said: await saidOf(`http://127.0.0.1:${port}${path}`, port, timeoutMs), sent };
}

async function saidOf(baseUrl: string, port: number, timeoutMs = 10_000): Promise<string> {
  const settings: Settings = {
    baseUrl,
    tokens: { valid: 'good' },
    fixtures: {
      webhooks: [{ id: 'wh_1' }],
      profileIds: ['p1'],
      calendarIds: ['c1'],
      limit: 10,
      register: { firstName: 'A', lastName: 'L', email: 'a+{unique}@example.com', password: 'long-enough' },
    },
    declares: {},
    waivers: [],
    run: {
      depth: 'quick',
      concurrency: 4,
      rate: 0,
      timeoutMs,
      maxRequests: 5000,
      seed: 1,
      only: [],
      skip: [],
      headers: [],
      insecure: false,
    },
  };
  try {
    await preflight(settings);
    return 'fine';
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    return error.message.replaceAll(String(port), 'PORT');
  }
}

const always =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}');

test('a reachable target gets one search, and no event: it may accept the configured one only once', async () => {
  const { said, sent } = await look(always(200));
  expect(said).toBe('fine');
  expect(sent).toEqual(['GET /v2/webhooks/wh_1/logs/search']);
});

test('a target that rejects the search gets the configured event, too', async () => {
  const { said, sent } = await look((request, response) =>
    always(request.method === 'GET' ? 404 : 201)(request, response),
  );
  expect(said).toBe('fine');
  expect(sent).toEqual(['GET /v2/webhooks/wh_1/logs/search', 'POST /v2/calendars/common-events']);
});

test.each([
  'liberal-unique-422',
  'liberal-unique-400',
])('a run takes the configured event of %s only once', async (name) => {
  const { baseUrl, settings, close } = await targets.find((target) => target.name === name)!.start();
  onTestFinished(close);
  const { tokens, fixtures } = settings;
  const webhooks = fixtures.webhooks.map(({ id }) => ({ id }));
  const only = ['create/accepts-valid', 'create/page-shape'];
  const { report } = await judge({ baseUrl, tokens, fixtures: { ...fixtures, webhooks }, only, seed: 1 });
  expect(report.requirements.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

test('a hidden webhook or one failing operation does not stop the run', async () => {
  const hides: RequestListener = (request, response) => always(request.method === 'GET' ? 404 : 201)(request, response);
  expect((await look(hides)).said).toBe('fine');
  const fails: RequestListener = (request, response) => always(request.method === 'GET' ? 401 : 500)(request, response);
  expect((await look(fails)).said).toBe('fine');
});

test('an unreachable address stops the run', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  expect(await saidOf(`http://127.0.0.1:${port}`, port)).toBe(
    'cannot reach 127.0.0.1:PORT: connect ECONNREFUSED 127.0.0.1:PORT',
  );
});

test('a rejected valid token stops the run', async () => {
  const { said, sent } = await look((request, response) =>
    always(request.method === 'GET' ? 401 : 403)(request, response),
  );
  expect(said).toBe('the valid token is rejected: create 403, logs 401 at http://127.0.0.1:PORT');
  expect(sent).toHaveLength(2);
});

test('four 404 responses are reported as a wrong base URL', async () => {
  const { said, sent } = await look(always(404), '/api/v2');
  expect(said).toBe('none of the four operations exists at http://127.0.0.1:PORT/api/v2: each returned 404');
  expect(sent).toHaveLength(4);
});

test('ids that no operation accepts stop the run, and are named', async () => {
  const { said, sent } = await look((request, response) =>
    always(request.url === '/v2/auth/register' ? 201 : request.method === 'GET' ? 404 : 422)(request, response),
  );
  expect(said).toBe('the configured ids are rejected: create 422, logs 404 at http://127.0.0.1:PORT');
  expect(sent).toHaveLength(4);
});

test('only server errors stop the run', async () => {
  expect((await look(always(502))).said).toBe(
    'every operation at http://127.0.0.1:PORT returned a server error (create 502, logs 502, register 502, verify 502)',
  );
});

test('redirects of every operation stop the run', async () => {
  expect((await look(always(308, { location: 'https://there' }))).said).toBe(
    'every operation at http://127.0.0.1:PORT is redirected (create to "https://there")',
  );
});

test('a target that does not answer stops the run', async () => {
  expect((await look(() => {}, '', 300)).said).toBe(
    'no operation at http://127.0.0.1:PORT responded: no complete response within 300 ms',
  );
  expect((await look((request) => request.socket.destroy())).said).toMatch(/^no operation at .* responded: /);
});
