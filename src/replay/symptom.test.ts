import { expect, test } from 'vitest';
import { Client } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import type { Reproducer } from '../core/verdict.ts';
import { startReference } from '../reference/index.ts';
import { sendAgain } from './send.ts';

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

async function replayed(capsule: Reproducer, ...faults: string[]) {
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
    const { seen, steps } = await sendAgain(client, capsule);
    return [seen.verdict, seen.why, steps.length];
  } finally {
    await client.close();
    await server.close();
  }
}

test('register, code, verify: a wrong code made from the right one', async () => {
  const capsule: Reproducer = { steps: [register, verify('{code:7+1}')], symptom: { kind: 'accepted' } };
  expect(await replayed(capsule, 'verify-any-code')).toEqual(['still fails', 'answered 200; it must be refused', 2]);
  expect(await replayed(capsule)).toEqual(['no longer fails', 'answered 422', 2]);
});

test('a user whose registration is not in the case is registered for it', async () => {
  const capsule: Reproducer = { steps: [verify('{code:7}')], symptom: { kind: 'accepted' } };
  expect(await replayed(capsule)).toEqual(['still fails', 'answered 200; it must be refused', 2]);
});

test('page 1, page 2, back again', async () => {
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

test('what cannot be known is not said', async () => {
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
