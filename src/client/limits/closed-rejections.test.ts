import { expect, test } from 'vitest';
import { clientOf, ok, search, serving } from '../../../test/tiny-server.ts';

const stranger = { ...search, authorization: null };

/** A server that hangs up on requests without a token, as long as `hangsUp` says. */
async function hangingUp(hangsUp: () => boolean) {
  let count = 0;
  const base = await serving((request, response) => {
    count += 1;
    if (request.headers.authorization !== undefined) ok(response);
    else if (hangsUp()) response.destroy();
    else response.writeHead(401).end();
  });
  return { client: clientOf(base), count: () => count };
}

test('a search without a token that loses its connection is sent again, until three have lost it twice', async () => {
  const { client, count } = await hangingUp(() => true);
  for (let sent = 1; sent <= 5; sent += 1) expect((await client.send(stranger)).failure?.kind).toBe('cut');
  expect(count()).toBe(2 * 3 + 2);
});

test('a response shows that connections are lost by chance', async () => {
  let isLost = true;
  const { client, count } = await hangingUp(() => isLost);
  for (let sent = 1; sent <= 3; sent += 1) await client.send(stranger);
  isLost = false;
  expect((await client.send(stranger)).response?.status).toBe(401);
  isLost = true;
  const before = count();
  await client.send(stranger);
  expect(count() - before).toBe(2);
});
