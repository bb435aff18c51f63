import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReferenceServer, startReference } from './index.ts';
import { generateLog, itemText, type LogEntry } from './log.ts';

let server: ReferenceServer;
let token: string;
beforeAll(async () => {
  server = await startReference();
  token = server.settings.tokens.valid;
});
afterAll(() => server.close());

interface Page {
  data: string[];
  cursor: { next?: string; prev?: string; totalItems: number };
}
type Params = Record<string, string>;

const get = (path: string, headers: Params = { Authorization: `Bearer ${token}` }) =>
  fetch(server.baseUrl + path, { headers });
const post = (path: string, body: unknown, headers: Params = {}) =>
  fetch(server.baseUrl + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const search = (params: Params, webhook = 'wh_1') =>
  get(`/v2/webhooks/${webhook}/logs/search?${new URLSearchParams(params)}`);
async function pageOf(params: Params, webhook?: string): Promise<Page> {
  const response = await search(params, webhook);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  return (await response.json()) as Page;
}
async function walk(params: Params, webhook?: string, repeat = false): Promise<Page[]> {
  const pages = [await pageOf(params, webhook)];
  for (let next = pages[0]!.cursor.next; next; next = pages.at(-1)!.cursor.next) {
    pages.push(await pageOf(repeat ? { ...params, next } : { next }, webhook));
  }
  return pages;
}

const create = '/v2/calendars/common-events';
const register = '/v2/auth/register';
const verify = '/v2/auth/verify-user';
let serial = 0;
async function newUser(email = `ada+${++serial}@example.com`) {
  const response = await post(register, { ...server.settings.fixtures.register, email });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({});
  const shown = await fetch(`${server.inspectUrl}/codes?email=${encodeURIComponent(email)}`);
  const { code } = (await shown.json()) as { code: string };
  expect(code).toMatch(/^\d{6}$/);
  return { email, code: Number(code) };
}

const log = generateLog('wh_1', 'alpha', 173, 0);
const truth = Array.from({ length: 173 }, (_, i) => log.entry(i));
const rank = (entry: LogEntry, by: string) => (by === 'status' ? (entry.status === 'failed' ? 0 : 1) : entry.at);
function expected(params: Params): string[] {
  const by = params['sortBy'] ?? 'createdAt';
  const chosen = truth
    .filter((entry) => params['status'] === undefined || entry.status === params['status'])
    .filter((entry) => params['from'] === undefined || entry.at >= Date.parse(params['from']))
    .filter((entry) => params['to'] === undefined || entry.at < Date.parse(params['to']))
    .sort((a, b) => rank(a, by) - rank(b, by) || a.index - b.index);
  return (params['sortDirection'] === 'asc' ? chosen : chosen.reverse()).map(itemText);
}

const some = <T>(...values: T[]) => [undefined, ...values];
test('every combination of parameters returns what filtering and sorting an array returns, forward and backward', async () => {
  const from = new Date(truth[31]!.at).toISOString();
  const to = new Date(truth[140]!.at).toISOString();
  for (const status of some('succeeded', 'failed'))
    for (const sortBy of some('createdAt', 'status'))
      for (const sortDirection of some('asc', 'desc'))
        for (const range of [{}, { from }, { to }, { from, to }, { from: to, to: from }]) {
          const params = JSON.parse(JSON.stringify({ status, sortBy, sortDirection, ...range })) as Params;
          const pages = await walk(params, 'wh_1', serial++ % 2 === 0);
          const all = expected(params);
          expect(pages.flatMap((page) => page.data)).toEqual(all);
          expect(pages.every((page) => page.cursor.totalItems === all.length)).toBe(true);
          expect(pages[0]!.cursor).not.toHaveProperty('prev');
          for (let k = pages.length - 1; k > 0; k--) {
            expect(await pageOf({ prev: pages[k]!.cursor.prev! })).toEqual(pages[k - 1]);
          }
        }
});

test('logs that fill no page, one page and exactly three pages', async () => {
  expect(await pageOf({}, 'wh_empty')).toEqual({ data: [], cursor: { totalItems: 0 } });
  expect((await walk({}, 'wh_one')).map((page) => page.data.length)).toEqual([1]);
  expect((await walk({ sortDirection: 'asc' }, 'wh_2')).map((page) => page.data.length)).toEqual([20, 20, 20]);
  expect((await pageOf({ from: '2099-01-01T00:00:00Z' })).data).toEqual([]);
  expect((await pageOf({ to: '1970-01-01T00:00:00Z' })).data).toEqual([]);
});

test('a cursor is signed and bound to its webhook, tenant, direction and query', async () => {
  const next = (await pageOf({ status: 'failed' })).cursor.next!;
  const [payload, signature] = next.split('.') as [string, string];
  for (const bad of [
    '',
    'x',
    payload,
    `${payload}.`,
    `.${signature}`,
    `${next}.x`,
    next.slice(1),
    `A${next.slice(1)}`,
  ]) {
    expect((await search({ next: bad })).status).toBe(400);
  }
  expect((await search({ next }, 'wh_2')).status).toBe(400);
  expect((await search({ prev: next })).status).toBe(400);
  expect((await search({ next, prev: next })).status).toBe(400);
  expect((await search({ next, status: 'succeeded' })).status).toBe(400);
  expect((await search({ next, sortBy: 'status' })).status).toBe(400);
  expect((await search({ next, status: 'failed' })).status).toBe(200);
});

test('invalid values are refused; unknown parameters are ignored', async () => {
  const bad = ['status=pending', 'status=', 'sortDirection=up', 'sortBy=id', 'from=2024', 'to=x', 'from=%FF', 'x=%'];
  for (const query of [...bad, 'status=failed&status=failed']) {
    const response = await get(`/v2/webhooks/wh_1/logs/search?${query}`);
    expect([query, response.status]).toEqual([query, 400]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  }
  expect((await get('/v2/webhooks/wh_1/logs/search?x=1&&')).status).toBe(200);
  expect((await get('/v2/webhooks/wh_1/logs/search?from=2024-01-01T00:00:00+02:00')).status).toBe(200);
});

test('a tenant sees only its own webhooks', async () => {
  const other = { Authorization: `Bearer ${server.settings.tokens.otherTenant}` };
  const path = (id: string) => `/v2/webhooks/${id}/logs/search`;
  expect((await get(path('wh_1'), other)).status).toBe(404);
  expect((await get(path('wh_beta'), other)).status).toBe(200);
  const next = (await pageOf({})).cursor.next!;
  expect((await get(`${path('wh_beta')}?next=${next}`, other)).status).toBe(400);
  for (const id of ['wh_beta', 'wh_', 'wh_11', 'WH_1', '%25', '*', "wh_1'%20OR%201=1", 'wh_1;x=1', 'wh_1%20']) {
    expect((await get(path(id))).status).toBe(404);
  }
  expect((await get(path('%77h_1'))).status).toBe(200);
  expect((await get(path('%FF'))).status).toBe(400);
});

test('every operation requires a valid token', async () => {
  const bad = ['', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`];
  bad.push(`Bearer ${token}, Bearer ${token}`, `Bearer ${token} ${token}`, `Bearer ${server.settings.tokens.expired}`);
  bad.push(`Bearer ${token.toLowerCase()}`, `Bearer Bearer ${token}`);
  for (const path of [create, register, verify, '/v2/webhooks/wh_1/logs/search']) {
    for (const Authorization of [undefined, ...bad]) {
      const headers: Params = Authorization === undefined ? {} : { Authorization };
      const init = path.startsWith('/v2/webhooks') ? { headers } : { method: 'POST', headers, body: '{' };
      const response = await fetch(server.baseUrl + path, init);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
    }
  }
  expect((await get('/v2/webhooks/wh_1/logs/search', { Authorization: `bEARER  ${token}` })).status).toBe(200);
});

test('other paths are 404; other methods are 405 with Allow', async () => {
  for (const path of ['/', `${create}/`, `/${create}`, create.toUpperCase(), '/v2/webhooks//logs/search']) {
    expect((await post(path, {})).status).toBe(404);
  }
  const wrong = await get(create);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  const deleted = await fetch(`${server.baseUrl}/v2/webhooks/wh_1/logs/search`, { method: 'DELETE' });
  expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('a creation returns a page of the new events', async () => {
  const body = { profileIds: ['p1', 'p2'], calendarIds: ['c1', 'c2', 'c3'] };
  for (const limit of [1, 5, 6, 7, undefined, Number.MAX_SAFE_INTEGER]) {
    const response = await post(create, { limit, ...body, more: true });
    const page = (await response.json()) as Page;
    expect(response.status).toBe(201);
    expect(page.data.length).toBe(Math.min(limit ?? 20, 6));
    expect(page.cursor.totalItems).toBe(6);
    expect('next' in page.cursor).toBe((limit ?? 20) < 6);
  }
  for (const bad of [
    { limit: 0 },
    { limit: 1.5 },
    { limit: '1' },
    { limit: null },
    { profileIds: 'p' },
    { calendarIds: [1] },
    { profileIds: undefined },
  ]) {
    expect((await post(create, { ...body, ...bad })).status).toBe(400);
  }
  expect((await post(create, { profileIds: [], calendarIds: [] })).status).toBe(201);
});

test('a code verifies its own user once', async () => {
  const ada = await newUser();
  const bob = await newUser();
  expect((await post(verify, { email: bob.email, code: (ada.code + 1) % 1_000_000 })).status).toBe(422);
  expect((await post(verify, { email: ada.email.toUpperCase(), code: ada.code })).status).toBe(422);
  expect((await post(verify, { email: 'nobody@example.com', code: ada.code })).status).toBe(422);
  for (const code of [String(ada.code), ada.code + 0.5, null, undefined, [ada.code]]) {
    expect((await post(verify, { email: ada.email, code })).status).toBe(400);
  }
  const burst = await Promise.all(Array.from({ length: 8 }, () => post(verify, { email: ada.email, code: ada.code })));
  expect(burst.map((response) => response.status).sort()).toEqual([200, ...Array(7).fill(422)]);
  expect((await post(verify, bob)).status).toBe(200);
});

test('a code is rejected after five wrong codes and after 15 minutes', async () => {
  const user = await newUser();
  for (let k = 1; k <= 5; k++) await post(verify, { ...user, code: user.code === k ? 0 : k });
  expect((await post(verify, user)).status).toBe(422);

  let now = Date.now();
  const clocked = await startReference({ clock: () => now });
  const at = (path: string, body: unknown) =>
    fetch(clocked.baseUrl + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const email = 'late@example.com';
  await at(register, { ...clocked.settings.fixtures.register, email });
  const { code } = (await (await fetch(`${clocked.inspectUrl}/codes?email=${email}`)).json()) as { code: string };
  now += 3_600_000;
  expect((await at(verify, { email, code: Number(code) })).status).toBe(422);
  await clocked.close();
});

test('e-mails are compared exactly and can be registered once', async () => {
  for (const email of [
    'A.b+c@Example.com',
    'a.b+c@example.com',
    'zoë@exämple.com',
    "o'brien@example.com",
    '李@例.中国',
  ]) {
    const user = await newUser(email);
    expect((await post(register, { ...server.settings.fixtures.register, email })).status).toBe(409);
    expect((await post(verify, user)).status).toBe(200);
  }
  const twice = await Promise.all(
    [1, 2, 3].map(() => post(register, { ...server.settings.fixtures.register, email: 'r@x.y' })),
  );
  expect(twice.map((response) => response.status).sort()).toEqual([201, 409, 409]);
  for (const name of ['firstName', 'lastName', 'email', 'password']) {
    const body = { ...server.settings.fixtures.register, email: 'fresh@example.com', [name]: 1 };
    expect((await post(register, body)).status).toBe(400);
    expect((await post(register, { ...body, [name]: undefined })).status).toBe(400);
  }
});

test('a body that is not JSON is refused with 4xx', async () => {
  const bad = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"email":"a"}x',
    '\uFEFF{}',
    '<a/>',
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
  ];
  for (const path of [create, register, verify]) {
    for (const body of bad) expect((await post(path, body)).status).toBe(400);
    expect((await post(path, 'x'.repeat(2_000_000))).status).toBe(413);
    for (const type of ['text/plain', 'application/json; charset=latin1', 'application/x-www-form-urlencoded']) {
      expect((await post(path, '{}', { 'Content-Type': type })).status).toBe(415);
    }
  }
  const page = await post(
    create,
    { profileIds: ['p'], calendarIds: ['c'] },
    { 'Content-Type': 'Application/JSON; Charset="UTF-8"' },
  );
  expect(page.status).toBe(201);
  const latin = await fetch(server.baseUrl + create, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: Buffer.from('{"a":"\xe9"}', 'latin1'),
  });
  expect(latin.status).toBe(400);
});

test('an option out of range is a usage error; close() ends connections', async () => {
  await expect(startReference({ logs: -1 })).rejects.toThrow('logs');
  await expect(startReference({ pageSize: 0 })).rejects.toThrow('pageSize');
  await expect(startReference({ faults: ['no-such-fault'] })).rejects.toThrow('no-such-fault');
  const one = await startReference({ logs: 1_000_000, pageSize: 1000, latencyMs: 30 });
  const path = '/v2/webhooks/wh_1/logs/search?status=failed&sortBy=status&from=2024-03-01T00:00:00Z';
  const answer = fetch(one.baseUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  while (one.requests() === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  const stopped = one.close();
  expect(((await (await answer).json()) as Page).data.length).toBe(1000);
  await stopped;
  await expect(fetch(one.baseUrl)).rejects.toThrow();
  const taken = new URL(server.baseUrl).port;
  await expect(startReference({ port: Number(taken) })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
});

/** Sends a request with exact headers and any request target, which fetch does not allow. */
function exchange(method: string, path: string, headers: Record<string, string | string[]>) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.baseUrl);
    const sending = request({ hostname, port, method, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    sending.on('error', reject).end();
  });
}

test('HEAD, absolute request targets, dot segments and duplicate headers', async () => {
  const path = '/v2/webhooks/wh_1/logs/search';
  const Authorization = `Bearer ${token}`;
  expect(await exchange('HEAD', path, { Authorization })).toEqual({ status: 200, body: '' });
  expect((await exchange('GET', `http://elsewhere${path}`, { Authorization })).status).toBe(200);
  expect((await exchange('GET', path.replace('/v2', '/v2/.'), { Authorization })).status).toBe(404);
  expect((await exchange('GET', path, { Authorization: [Authorization, 'Bearer other'] })).status).toBe(401);
});

test('a fault can be given by name', async () => {
  const broken = await startReference({ faults: ['logs-open', 'create-limit-ignored'] });
  expect((await fetch(`${broken.baseUrl}/v2/webhooks/wh_1/logs/search`)).status).toBe(200);
  expect((await fetch(broken.baseUrl + create, { method: 'POST' })).status).toBe(401);
  await broken.close();
});
