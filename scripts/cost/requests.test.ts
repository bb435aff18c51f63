import { expect, test } from 'vitest';
import type { Exchange } from '../../src/core/exchange.ts';
import { Recording } from './requests.mjs';

const octets = new TextEncoder();

/** An exchange as far as a recording reads it. */
function exchange(number: number, method: string, target: string, sent?: object, answer: object = {}): Exchange {
  const operation = target.includes('register') ? 'register' : target.includes('verify') ? 'verify' : 'logs';
  const request = {
    ...{ operation, method, target, authorization: 'Bearer {token}', tenant: 'valid' },
    ...{ headers: [['User-Agent', 'cawl/1'] as const], body: sent ? octets.encode(JSON.stringify(sent)) : null },
  };
  const response = { status: 200, headers: [], bytes: octets.encode(JSON.stringify(answer)), truncated: false };
  return { number, request, response, startedAt: 0, ms: 1 } as unknown as Exchange;
}

const recorded = (...exchanges: Exchange[]) => {
  const recording = new Recording();
  for (const one of exchanges) recording.note(one);
  return recording;
};
const requestsOf = (recording: Recording, numbers: number[], codes = new Map<string, string>()) =>
  recording.restsOn(numbers, codes).map(({ request }) => request.trim());

test('a page rests on the pages before it, named by their place in the walk whatever their cursors are', () => {
  const walk = (one: string, two: string) =>
    recorded(
      exchange(1, 'GET', '/logs?status=failed', undefined, { cursor: { next: one } }),
      exchange(2, 'GET', '/logs'),
      exchange(3, 'GET', `/logs?next=${one}`, undefined, { cursor: { next: two } }),
      exchange(4, 'GET', `/logs?next=${two}`),
    );
  const expected = [
    'GET /logs?status=failed',
    'GET /logs?next=<1 of GET /logs?status=failed >',
    'GET /logs?next=<2 of GET /logs?status=failed >',
  ];
  expect(requestsOf(walk('first-cursor', 'second-cursor'), [4])).toEqual(expected);
  expect(requestsOf(walk('another-cursor', 'yet-another-one'), [4])).toEqual(expected);
});

test('a verification rests on the registration of its user, whose e-mail and code are named by the place of the user', () => {
  const [ada, bea] = ['cawlaaaaaaaa', 'cawlbbbbbbbb'];
  const recording = recorded(
    exchange(1, 'POST', '/register', { email: `${ada}@x.org` }),
    exchange(2, 'POST', '/register', { email: `${bea}@x.org` }),
    exchange(3, 'POST', '/verify-user', { email: `${bea}@x.org`, code: 4711 }),
  );
  expect(requestsOf(recording, [3], new Map([[bea, '004711']]))).toEqual([
    'POST /register {"email":"user1@x.org"}',
    'POST /verify-user {"email":"user1@x.org","code":code 1}',
  ]);
});

test('a request with another token or an unusual header is another request', () => {
  const plain = exchange(1, 'GET', '/logs');
  const without = { ...exchange(2, 'GET', '/logs'), request: { ...plain.request, authorization: null } };
  const headers = [['X-Forwarded-For', '127.0.0.1'] as const];
  const forwarded = { ...exchange(3, 'GET', '/logs'), request: { ...plain.request, headers } };
  expect(new Set(requestsOf(recorded(plain, without, forwarded), [1, 2, 3])).size).toBe(3);
});
