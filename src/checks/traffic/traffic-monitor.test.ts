/** What the watch over all exchanges makes of them. */
import { expect, test } from 'vitest';
import { contextOf, json, page } from '../../../test/run-context.ts';
import { token } from '../../../test/settings.ts';

test('the traffic monitor judges every response, whichever check caused it', async () => {
  let body = page(['an item'], { next: null });
  let type: string | undefined = 'application/json';
  let status = 200;
  const context = await contextOf((_request, response) =>
    response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body),
  );
  const { client, traffic } = context;
  const search = () => client.send({ operation: 'logs' });
  await search();
  expect(traffic.findingsFor('logs/page-shape')).toMatchObject({ judged: { count: 1 }, violations: [] });
  expect(traffic.findingsFor('logs/null-cursor').violations).toHaveLength(1);
  type = 'text/plain';
  body = '{"data":[1],"cursor":{"totalItems":-1}}';
  await search();
  expect(traffic.findingsFor('logs/content-type').violations[0]?.message).toContain('text/plain');
  expect(traffic.findingsFor('logs/page-shape').violations).toHaveLength(1);
  type = undefined;
  body = '{"data":';
  for (let time = 0; time < 5; time += 1) await search();
  expect(traffic.findingsFor('logs/json').judged.count).toBe(7);
  expect(traffic.findingsFor('logs/json').violations).toHaveLength(3);
  status = 500;
  await search();
  await client.send({ operation: 'logs', typed: false });
  expect(traffic.findingsFor('logs/no-server-error').violations[0]?.message).toBe('answered 500');
  expect(traffic.findingsFor('logs/survives-malformed').violations).toHaveLength(1);
  status = 400;
  body = JSON.stringify({ error: `no, ${token}` });
  await search();
  expect(traffic.findingsFor('logs/error-json').violations.at(-1)?.message).toContain('token');
  const judged = traffic.findingsFor('logs/json').judged.count;
  status = 200;
  await client.send({ operation: 'logs', target: '/elsewhere' });
  expect(traffic.findingsFor('logs/json').judged.count).toBe(judged);
  expect(context.observations.value('successStatus.logs')).toBe(200);
});

test('a status of shared exchanges is recorded where the others have another one, however many there are', async () => {
  const statuses = [201, 201, 200, 202, 201];
  const context = await contextOf((_request, response) => {
    response.writeHead(statuses.shift()!, { 'Content-Type': 'application/json' }).end(page([]));
  });
  const shared = context.client.sharing('positive controls');
  for (let time = 0; time < 2; time += 1) await shared.send({ operation: 'logs' });
  expect(context.observations.values('successStatus.logs')).toEqual([]);
  const { judged, shared: first } = context.traffic.findingsFor('logs/json');
  expect([judged.count, first?.response?.status]).toEqual([0, 201]);
  await context.client.send({ operation: 'logs' });
  for (let time = 0; time < 2; time += 1) await shared.send({ operation: 'logs' });
  const seen = context.observations.values('successStatus.logs').map(({ value, count }) => [value, count]);
  expect(seen).toEqual([
    [200, 1],
    [201, 1],
    [202, 1],
  ]);
});

test('throttling is not a server error, and a missing answer must be confirmed', async () => {
  let asked = 0;
  const context = await contextOf(
    (_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503, { 'Retry-After': '0' }).end();
      else if (asked === 2) json(page([]))(_request, response);
    },
    { timeoutMs: 60 },
  );
  await context.client.send({ operation: 'logs' });
  expect(context.traffic.findingsFor('logs/no-server-error').violations).toEqual([]);
  await context.client.send({ operation: 'logs' });
  expect(context.traffic.findingsFor('logs/no-server-error').violations).toEqual([]);
  expect(context.traffic.unconfirmedTimeouts('logs')).toHaveLength(1);
});

test('a closed connection counts as a rejection only of a request without the valid token', async () => {
  const { client, traffic } = await contextOf((request) => request.socket.destroy());
  for (const authorization of [null, 'Bearer made-up', 'Bearer x{token}'])
    await client.send({ operation: 'logs', authorization });
  expect(traffic.unconfirmedTimeouts('logs')).toEqual([]);
  await client.send({ operation: 'logs' });
  expect(traffic.unconfirmedTimeouts('logs')).not.toEqual([]);
});
