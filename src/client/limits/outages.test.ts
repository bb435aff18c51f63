import { expect, test } from 'vitest';
import { clientOf, ok, search, serving } from '../../../test/tiny-server.ts';
import type { OperationRequest } from '../../core/exchange.ts';

const canonical: OperationRequest = { ...search, canonical: true };
const registration: OperationRequest = { operation: 'register', body: {}, typed: false };

interface Losing {
  /** How requests are lost: with this status, or their connection. */
  readonly by: number | 'close';
  /** For how long, ms, beginning with the first request after the canonical one. */
  readonly forMs?: number;
  /** Only requests of this method; all unless given. */
  readonly method?: string;
}

/** A server that loses requests; `log` has the methods of those that it lost, and of those that it answered. */
async function losing({ by, forMs = Number.POSITIVE_INFINITY, method }: Losing) {
  const log: { lost: string[]; answered: string[] } = { lost: [], answered: [] };
  let until: number | undefined;
  const base = await serving((request, response) => {
    if (log.answered.length > 0) until ??= Date.now() + forMs;
    const isLost = until !== undefined && Date.now() < until && (method ?? request.method) === request.method;
    log[isLost ? 'lost' : 'answered'].push(request.method!);
    if (!isLost) ok(response);
    else if (by === 'close') request.socket.destroy();
    else response.writeHead(by).end();
  });
  return { base, log };
}

test.each([502, 503, 'close'] as const)('searches that an outage (%s) lost are sent again after it', async (by) => {
  const { base, log } = await losing({ by, forMs: 700 });
  const client = clientOf(base);
  await client.send(canonical);
  const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => client.send(search)));
  expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 200, 200, 200]);
  // Five at once, perhaps again on another connection, and few that ask whether the target is there.
  expect(log.lost.length).toBeLessThan(16);
});

test('a POST that an outage lost is not sent again, and the next one waits for the end of the outage', async () => {
  const { base, log } = await losing({ by: 502, forMs: 700 });
  const client = clientOf(base);
  await client.send(canonical);
  const lost = await Promise.all([client.send(registration), client.send(registration)]);
  expect(lost.map(({ response }) => response?.status)).toEqual([502, 502]);
  expect(lost.map((exchange) => client.troubles.hasMetOutage(exchange))).toEqual([true, true]);
  const next = await client.send(registration);
  expect(next.response?.status).toBe(200);
  expect(client.troubles.hasMetOutage(next)).toBe(false);
  expect(log.lost.filter((method) => method === 'POST')).toHaveLength(2);
});

test('a target that loses some requests only is there, and is asked less and less often', async () => {
  const { base, log } = await losing({ by: 502, method: 'POST' });
  const client = clientOf(base);
  await client.send(canonical);
  for (let sent = 0; sent < 20; sent += 1) expect((await client.send(registration)).response?.status).toBe(502);
  // After 1, 2, 4 and 8 more.
  expect(log.answered).toHaveLength(1 + 4);
});

test('an outage is waited for once, for at most a quarter of the time left', async () => {
  const { base, log } = await losing({ by: 502, forMs: 2500 });
  const client = clientOf(base, { maxTimeMs: 4000 });
  await client.send(canonical);
  const began = Date.now();
  const isAway = {
    reason: 'away',
    message: expect.stringMatching(/lost every request for .*, from #\d+ on; in progress then: GET .*search$/),
  };
  await Promise.all([1, 2].map(() => expect(client.send(search)).rejects.toMatchObject(isAway)));
  expect(Date.now() - began).toBeLessThan(1800);
  const sent = log.lost.length;
  await expect(client.send(registration)).rejects.toMatchObject(isAway);
  expect(log.lost.length).toBe(sent + 1);
  // It is away from the first lost request on, which came after `began`.
  await new Promise((resolve) => setTimeout(resolve, 2800 - (Date.now() - began)));
  expect((await client.send(search)).response?.status).toBe(200);
});

test('what asks whether the target is there does not wait for it', async () => {
  const { base } = await losing({ by: 502, forMs: 700 });
  const client = clientOf(base);
  await client.send(canonical);
  const probe = { ...search, throttle: 'accept' } as const;
  for (let sent = 0; sent < 3; sent += 1) expect((await client.send(probe)).response?.status).toBe(502);
});
