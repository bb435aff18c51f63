// One test per requirement, in your own suite: `npx vitest`, `npx vitest -t logs/`, an IDE's test explorer, any reporter.
import { conformance } from 'cawl-conformance/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start, target } from '../app/server.js';

let server;
beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

test('a test of your own', async () => {
  const headers = { Authorization: `Bearer ${target.tokens.valid}` };
  expect((await fetch(`${server.baseUrl}/v2/nowhere`, { headers })).status).toBe(404);
});

conformance({
  // Functions are called after beforeAll, when the port is known.
  baseUrl: () => server.baseUrl,
  fixtures: () => server.fixtures,
  tokens: target.tokens,
  depth: process.env.DEPTH ?? 'standard',
});
