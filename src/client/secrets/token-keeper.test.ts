/** When a token is read again, and that a request with an expired one is sent again and not judged. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { settingsOf } from '../../../test/settings.ts';
import { systemClock } from '../../core/clock.ts';
import type { TokenSource } from '../../core/config.ts';
import type { Exchange, WireRequest } from '../../core/exchange.ts';
import { Client } from '../client.ts';
import { SharedConnection } from '../shared-connection.ts';

const folder = mkdtempSync(join(tmpdir(), 'cawl-tokens-'));
const file = join(folder, 'token');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => writeFileSync(file, 'first-token\n'));

/** A client whose target accepts one token, on a clock that the test sets. */
function clientOf(source: Omit<TokenSource, 'command'>, ...[accepted, first = 'first-token']: [string, string?]) {
  return clientOfTarget(source, (token) => token === accepted, first);
}

/** The same for a target that accepts the tokens that `accepts` names at a moment. */
function clientOfTarget(
  source: Omit<TokenSource, 'command'>,
  accepts: (token: string, moment: number) => boolean,
  first: string,
) {
  let time = 0;
  const sent: string[] = [];
  const judged: number[] = [];
  const send = async ({ headers }: WireRequest) => {
    const authorization = headers.find(([name]) => name === 'Authorization')?.[1] ?? 'none';
    sent.push(authorization);
    const status = accepts(authorization.replace('Bearer ', ''), time) ? 200 : 401;
    return { response: { status, headers: [], bytes: new Uint8Array(), truncated: false } };
  };
  const close = async () => {};
  const wire = { send, sendFresh: send, session: () => ({ send, close }), close };
  const clock = { ...systemClock, now: () => time, elapsed: () => time, sleep: async () => {} };
  const settings = {
    ...settingsOf('http://target.example', { tokens: { valid: first } }),
    tokenSources: { valid: { file, ...source } },
  };
  const client = new Client(settings, new SharedConnection(settings, { wire, clock, lookForCodes: async () => [] }));
  client.listen(({ response }: Exchange) => judged.push(response?.status ?? 0));
  return { client, sent, judged, pass: (ms: number) => (time += ms) };
}

test('a request whose token has expired is sent again with the new one, and only that is judged', async () => {
  const { client, sent, judged, pass } = clientOf({}, 'second-token');
  pass(60_000);
  writeFileSync(file, 'second-token\n');
  await client.send({ operation: 'logs' });
  expect(sent).toEqual(['Bearer first-token', 'Bearer second-token']);
  expect(judged).toEqual([200]);
  expect(client.secrets.mask('second-token')).toBe('{token}');
});

test('a 401 is judged where the source has no other token, or where the request altered it', async () => {
  const { client, sent, judged, pass } = clientOf({}, 'second-token');
  pass(60_000);
  await client.send({ operation: 'logs' });
  pass(60_000);
  writeFileSync(file, 'second-token\n');
  await client.send({ operation: 'logs', authorization: 'Bearer {token}x' });
  expect(sent).toEqual(['Bearer first-token', 'Bearer first-tokenx']);
  expect(judged).toEqual([401, 401]);
});

test('a token is read again when it is as old as configured', async () => {
  const { client, sent, pass } = clientOf({ refreshSeconds: 10 }, 'second-token');
  writeFileSync(file, 'second-token\n');
  await client.send({ operation: 'logs' }).catch(() => undefined);
  pass(10_000);
  await client.send({ operation: 'logs' });
  expect(sent).toEqual(['Bearer first-token', 'Bearer second-token']);
});

test('a JWT is read again shortly before it expires', async () => {
  const payload = Buffer.from(JSON.stringify({ exp: 50 })).toString('base64url');
  const { client, sent, pass } = clientOf({}, 'second-token', `head.${payload}.signature`);
  pass(40_000);
  writeFileSync(file, 'second-token\n');
  await client.send({ operation: 'logs' });
  expect(sent).toEqual(['Bearer second-token']);
});

const jwt = (exp: number) => `head.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.signature`;

test.each(['names its expiry', 'does not'])('a token that lives for 8 s and %s is renewed in time', async (kind) => {
  const tokenOf = (exp: number) => (kind === 'does not' ? `opaque-token-${exp}` : jwt(exp));
  const accepts = (token: string, moment: number) =>
    [0, 1, 2, 3].some((k) => token === tokenOf(8 * k) && moment < 8000 * k);
  const { client, judged, pass } = clientOfTarget({}, accepts, tokenOf(8));
  for (let second = 0; second < 24; second += 1) {
    writeFileSync(file, tokenOf(8 * Math.min(3, Math.floor((second + 2) / 8) + 1)));
    await client.send({ operation: 'logs' });
    pass(1000);
  }
  expect(judged).toEqual(Array(24).fill(200));
});

test('after a new token that is rejected as well, the next one is read late', async () => {
  const accepts = (token: string, moment: number) => token === 'first-token' && moment < 10_000;
  const { client, sent, pass } = clientOfTarget({}, accepts, 'first-token');
  for (let second = 0; second < 40; second += 1) {
    writeFileSync(file, `token-of-${second}`);
    await client.send({ operation: 'logs' });
    pass(1000);
  }
  expect(new Set(sent)).toEqual(new Set(['Bearer first-token', 'Bearer token-of-10']));
});
