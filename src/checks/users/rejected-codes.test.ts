import { expect, test } from 'vitest';
import { checkOf } from '../../../test/accounts-server.ts';
import { contextOf } from '../../../test/run-context.ts';
import { verifyLater } from './rejected-codes.ts';
import type { PendingUser } from './users.ts';

/** Sends a right code to a target that answers with these statuses; returns the final status and the number of tries. */
async function answerAfter(statuses: readonly number[]) {
  let tries = 0;
  const run = await contextOf((_request, response) => {
    const status = statuses[Math.min(tries, statuses.length - 1)]!;
    tries += 1;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  const user = { n: 1, code: '123456', body: { email: 'ada@example.com' } } as PendingUser;
  const { response } = await verifyLater(checkOf({ run }, 'verify/some-row'), user);
  return { status: response?.status, tries };
}

test('a code that was rejected stays rejected if further tries are throttled', async () => {
  expect(await answerAfter([422, 429])).toEqual({ status: 422, tries: 3 });
});

test('a code that is accepted after a throttled try counts as accepted', async () => {
  expect(await answerAfter([422, 429, 200])).toEqual({ status: 200, tries: 3 });
});
