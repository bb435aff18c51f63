import { expect, test } from 'vitest';
import { Client } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import type { Reproducer } from '../core/verdict.ts';
import type { Fault } from '../reference/fault.ts';
import { startReference } from '../reference/index.ts';
import { sendReproducer } from './send-reproducer.ts';

const json: [string, string] = ['Content-Type', 'application/json'];
const good: [string, string] = ['Authorization', 'Bearer {token}'];
const email = 'cawl+{unique:7}@example.com';
const register = {
  method: 'POST',
  target: '/v2/auth/register',
  headers: [good, json],
  body: JSON.stringify({ firstName: 'Ada', lastName: 'Lovelace', email, password: '{password}' }),
};
const verify = (code: string) => ({
  method: 'POST',
  target: '/v2/auth/verify-user',
  headers: [good, json],
  body: `{"email":"${email}","code":${code}}`,
});
const search = (query: string) => ({
  method: 'GET',
  target: `/v2/webhooks/wh_1/logs/search${query}`,
  headers: [good],
  body: null,
});

async function replayed(reproducer: Reproducer, ...faults: (string | Fault)[]) {
  const server = await startReference({ faults });
  const settings: Settings = {
    ...server.settings,
    waivers: [],
    run: {
      depth: 'quick',
      concurrency: 4,
      rate: 0,
      timeoutMs: 3000,
      maxRequests: 50,
      seed: 1,
      only: [],
      skip: [],
      headers: [],
      insecure: false,
    },
  };
  const client = new Client(settings);
  try {
    const { outcome, steps } = await sendReproducer(client, reproducer);
    return [outcome.verdict, outcome.why, steps.length];
  } finally {
    await client.close();
    await server.close();
  }
}

test('a wrong code that is derived from the right one is derived again from the new one', async () => {
  const reproducer: Reproducer = { steps: [register, verify('{code:7+1}')], symptom: { kind: 'accepted' } };
  expect(await replayed(reproducer, 'verify-any-code')).toEqual(['still fails', 'answered 200; expected a refusal', 2]);
  expect(await replayed(reproducer)).toEqual([
    'no longer fails',
    'answered 422 in each of 5 attempts with other users',
    2,
  ]);
});

test('a failure that shows with some users only is still found', async () => {
  const reproducer: Reproducer = { steps: [register, verify('{code:7+1}')], symptom: { kind: 'accepted' } };
  let users = 0;
  const everyFourth: Fault = {
    name: 'verify-any-code-of-every-fourth',
    owner: 'verify/wrong-code',
    defect: 'accepts any code of every fourth user',
    apply(server) {
      const inner = server.steps.codeMatches;
      server.steps.codeMatches = (user, code) => ++users % 4 === 0 || inner(user, code);
    },
  };
  expect((await replayed(reproducer, everyFourth))[0]).toBe('still fails');
  expect(users).toBe(4);
});

/** A server whose users get these codes, and then the last one again. */
const withCodes = (...codes: string[]): Fault => ({
  name: 'codes-in-order',
  owner: 'verify/wrong-code',
  defect: 'sends known codes',
  apply(server) {
    server.steps.newCode = () => (codes.length > 1 ? codes.shift()! : codes[0]!);
  },
});

test('a wrong code that is the right one by chance shows nothing: other users are taken', async () => {
  const swapped = verify('{code:7[0:2][3:4][2:3][4:]}');
  const reproducer: Reproducer = { steps: [register, swapped], symptom: { kind: 'accepted' } };
  expect(await replayed(reproducer, withCodes('120034', '567789', '123456'))).toEqual([
    'no longer fails',
    'answered 422 in each of 5 attempts with other users',
    2,
  ]);
  expect((await replayed(reproducer, withCodes('120034', '123456'), 'verify-any-code'))[0]).toBe('still fails');
  expect((await replayed(reproducer, withCodes('110011')))[0]).toBe('cannot tell');
});

test('what shows on one connection alone is sent on one, too, where requests apart show nothing', async () => {
  const wrong = { ...search(''), headers: [['Authorization', 'Bearer wrong'] as [string, string]] };
  const reproducer: Reproducer = { steps: [search(''), wrong], symptom: { kind: 'accepted' } };
  expect((await replayed(reproducer, 'logs-connection-remembers'))[0]).toBe('still fails');
  expect((await replayed(reproducer))[0]).toBe('no longer fails');
});

test('a user whose registration is not among the steps is registered first', async () => {
  const reproducer: Reproducer = { steps: [verify('{code:7}')], symptom: { kind: 'accepted' } };
  expect(await replayed(reproducer)).toEqual(['still fails', 'answered 200; expected a refusal', 2]);
});

test('cursors are those of the pages that earlier steps receive now', async () => {
  const steps = [search(''), search('?next={1.cursor.next}'), search('?prev={2.cursor.prev}')];
  expect(await replayed({ steps, symptom: { kind: 'server-error' } }, 'logs-500-prev')).toEqual([
    'still fails',
    'answered 500',
    3,
  ]);
  expect((await replayed({ steps, symptom: { kind: 'server-error' } }))[0]).toBe('no longer fails');
  const shape: Reproducer = { steps, symptom: { kind: 'shape', schema: 'page' } };
  expect((await replayed(shape))[0]).toBe('no longer fails');
});

test('old cursors, cut bodies and missing cursors leave the verdict open', async () => {
  const old: Reproducer = { steps: [search('?next=b2xkLW9uZQ')], symptom: { kind: 'server-error' } };
  expect((await replayed(old))[0]).toBe('cannot tell');
  const cut: Reproducer = {
    steps: [{ ...register, body: `{"firstName":"aaaa… (999 more characters)` }],
    symptom: { kind: 'accepted' },
  };
  expect(await replayed(cut)).toEqual(['cannot tell', 'its body is longer than the report keeps', 0]);
  const missing: Reproducer = {
    steps: [search(''), search('?prev={1.cursor.prev}')],
    symptom: { kind: 'server-error' },
  };
  expect((await replayed(missing))[0]).toBe('cannot tell');
});
