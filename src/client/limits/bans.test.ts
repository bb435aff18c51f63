import { expect, test } from 'vitest';
import { token } from '../../../test/settings.ts';
import { clientOf, ok, search, serving } from '../../../test/tiny-server.ts';
import type { OperationRequest } from '../../core/exchange.ts';

interface Banning {
  /** Wrong tokens after which everything is refused, and for how long, ms. */
  readonly after: number;
  readonly ms: number;
  readonly status?: number;
}

/** A server that bans; `log` has what it was asked, with the status of the response. */
async function banning({ after, ms, status = 401 }: Banning) {
  const log: string[] = [];
  let wrong = 0;
  let until = 0;
  const base = await serving((request, response) => {
    const isValid = request.headers.authorization === `Bearer ${token}`;
    const isBanned = Date.now() < until;
    if (!isBanned && !isValid) wrong += 1;
    if (wrong >= after) [wrong, until] = [0, Date.now() + ms];
    log.push(`${request.method} ${isBanned ? 'banned' : isValid}`);
    if (isBanned || !isValid) response.writeHead(isBanned ? status : 401).end();
    else ok(response);
  });
  return { base, log };
}

const canonical: OperationRequest = { ...search, canonical: true };
const stranger: OperationRequest = { ...search, authorization: 'Bearer made-up' };
const registration: OperationRequest = { operation: 'register', body: {}, typed: false };

test.each([
  401, 403, 429,
])('what a ban refuses with %d is sent again when a valid search is accepted', async (status) => {
  const { base, log } = await banning({ after: 3, ms: 1800, status });
  const client = clientOf(base);
  await client.send(canonical);
  for (const _ of [1, 2, 3]) await client.send(stranger);
  const [first, second] = await Promise.all([client.send(registration), client.send(search)]);
  expect([first.response?.status, second.response?.status]).toEqual([200, 200]);
  const banned = log.filter((entry) => entry.endsWith('banned'));
  expect(banned.filter((entry) => entry.startsWith('POST')).length).toBeLessThanOrEqual(2);
  expect(banned.length).toBeLessThan(9);
});

test('on a target that bans, only sparing checks send requests without the valid token, each followed by a search', async () => {
  const { base, log } = await banning({ after: 3, ms: 600 });
  const client = clientOf(base);
  await client.send(canonical);
  for (const _ of [1, 2, 3]) await client.counting({ add() {} } as never, 'auth/a').send(stranger);
  await client.send(search);
  expect(client.troubles.hasMetBan('auth/a')).toBe(true);
  await expect(client.counting({ add() {} } as never, 'auth/b').send(stranger)).rejects.toMatchObject({
    reason: 'banned',
  });
  expect(client.troubles.hasMetBan('auth/b')).toBe(true);
  log.length = 0;
  const sparing = client.sparing();
  const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => sparing.send(stranger)));
  expect(exchanges.map(({ response }) => response?.status)).toEqual([401, 401, 401, 401, 401]);
  const asked = log.filter((entry) => !entry.endsWith('banned'));
  // The third one led to another ban, so that it was sent again.
  expect(asked.filter((entry) => entry === 'GET false')).toHaveLength(7);
  expect(asked.join()).not.toContain('GET false,GET false');
});

test('a valid token that is rejected now and then is not banned', async () => {
  let asked = 0;
  const base = await serving((request, response) => {
    asked += 1;
    if (asked % 3 === 0 || request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
    else ok(response);
  });
  const client = clientOf(base);
  await client.send(canonical);
  await client.send(stranger);
  expect((await client.send(search)).response?.status).toBe(401);
  expect((await client.send(stranger)).response?.status).toBe(401);
});

test('a valid token that is rejected for good is waited for once, within the time of the run', async () => {
  const { base, log } = await banning({ after: 2, ms: 60_000 });
  const client = clientOf(base, { maxTimeMs: 3000 });
  await client.send(canonical);
  for (const _ of [1, 2]) await client.send(stranger);
  const began = Date.now();
  expect((await client.send(search)).response?.status).toBe(401);
  expect(Date.now() - began).toBeLessThan(1600);
  const sent = log.length;
  expect((await client.send(search)).response?.status).toBe(401);
  expect((await client.send(stranger)).response?.status).toBe(401);
  expect(log.length).toBe(sent + 2);
  for (const _ of [1, 2, 3, 4]) await client.send(search);
  expect((await client.send(registration)).response?.status).toBe(401);
  await expect(client.send(search)).rejects.toMatchObject({ reason: 'token-ended' });
  expect(client.troubles.tokenEndedAt).toBe(4);
});
