import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitCode } from '../client/index.ts';
import { type Operation, operations } from '../core/operation.ts';
import { type ReferenceServer, startReference } from '../reference/index.ts';
import { validator } from '../schema/validator.ts';
import { operationTable, pathOf } from './operations.ts';

// The reference server routes and answers by code that it shares with nobody: here it is compared with the table.
let server: ReferenceServer;
beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server.close());

function send(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${server.settings.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${server.settings.tokens.valid}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const email = 'ada@example.com';

/** The canonical request of an operation; `code` replaces what cannot be configured. */
function canonical(operation: Operation, code = 0): [method: string, path: string, body?: unknown] {
  const { method, canonical } = operationTable[operation];
  const { path, body } = canonical(server.settings.fixtures) as { path?: object; body?: object };
  const fresh = body && { ...body, ...('email' in body && { email }), ...('code' in body && { code }) };
  return [method, pathOf(operation, { ...path }), fresh];
}

test('each canonical request succeeds, with a response of the stated schema', async () => {
  for (const operation of operations) {
    const { consumes, response } = operationTable[operation];
    const code =
      consumes === 'code' ? Number(await awaitCode(server.settings.fixtures.verificationCode!, email)) : undefined;
    const answer = await send(...canonical(operation, code));
    expect(answer.ok, operation).toBe(true);
    expect(validator(`responses/${response}`)(await answer.json()), operation).toEqual([]);
  }
});

test.for(operations)('%s exists at its path only, and under its method only', async (operation) => {
  const [method, path, body] = canonical(operation);
  expect((await send('DELETE', path)).status).toBe(405);
  expect((await send(method, `${path}/x`, body)).status).toBe(404);
});
