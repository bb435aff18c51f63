import { expect, test } from 'vitest';
import { bodyOf, clientOf, serving } from '../../test/tiny-server.ts';
import { Creations, isDuplicate } from './creations.ts';

/** A server that has the configured event already, and refuses it as it refuses what is wrong. */
async function having(run: { readonly eventExists?: true }) {
  let known: string | undefined;
  const base = await serving(async (request, response) => {
    const body = await bodyOf(request);
    known ??= body;
    response.writeHead(body === known ? 422 : 201, { 'Content-Type': 'application/json' }).end('{}');
  });
  const client = clientOf(base, run);
  const creations = new Creations(client);
  const create = () => client.send({ operation: 'create', body: creations.next(), canonical: true });
  return { create };
}

test('refusing an event that was created before the run counts as a repetition, and the next event differs', async () => {
  const { create } = await having({ eventExists: true });
  expect(isDuplicate(await create())).toBe(true);
  expect((await create()).response?.status).toBe(201);
});

test('the same refusal does not count as a repetition if nothing was created before', async () => {
  const { create } = await having({});
  expect(isDuplicate(await create())).toBe(false);
  expect((await create()).response?.status).toBe(422);
});
