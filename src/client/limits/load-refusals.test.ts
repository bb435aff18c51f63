import { expect, test } from 'vitest';
import { clientOf, ok, search, serving } from '../../../test/tiny-server.ts';
import type { OperationRequest } from '../../core/exchange.ts';

/** A server that answers those requests 503 whose numbers, from 1, are in `refused`. */
async function refusing(refused: (number: number) => boolean) {
  let number = 0;
  const base = await serving((_request, response) => {
    number += 1;
    if (refused(number)) response.writeHead(503).end();
    else ok(response);
  });
  return { client: clientOf(base), count: () => number };
}

const registration: OperationRequest = { operation: 'register', body: {}, typed: false };

test('a plain 503 is sent again once several in a row ended twice', async () => {
  const { client, count } = await refusing((number) => [2, 3, 4, 6, 7, 8, 10, 11].includes(number));
  const statuses: (number | undefined)[] = [];
  for (let sent = 1; sent <= 9; sent += 1) statuses.push((await client.send(search)).response?.status);
  expect(statuses).toEqual([200, 503, 503, 503, 200, 503, 503, 503, 200]);
  expect((await client.send(registration)).response?.status).toBe(200);
  expect([count(), client.usage.retries]).toEqual([12, 2]);
});

test('one outage does not make 503 a sign of load', async () => {
  const { client } = await refusing((number) => number >= 2 && number !== 12);
  for (let sent = 1; sent <= 12; sent += 1) await client.send(search);
  expect((await client.send(search)).response?.status).toBe(503);
  expect(client.usage.retries).toBe(0);
});

test('a request that gets 503 again and again gets it in the end, and then no other is sent again', async () => {
  const { client } = await refusing((number) => [2, 3, 4, 6, 7, 8].includes(number) || number >= 10);
  for (let sent = 1; sent <= 9; sent += 1) await client.send(search);
  expect((await client.send({ ...search, throttle: 'accept' })).response?.status).toBe(503);
  expect(client.usage.retries).toBe(0);
  expect((await client.send(search)).response?.status).toBe(503);
  const { retries } = client.usage;
  expect(retries).toBeGreaterThan(0);
  expect((await client.send(search)).response?.status).toBe(503);
  expect(client.usage.retries).toBe(retries);
});
