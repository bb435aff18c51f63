import { expect, test } from 'vitest';
import type { Client } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { RepeatedRequests } from './repeated-requests.ts';

let number = 0;

/** Each exchange takes 10 ms, and begins when the one before has ended, unless `startedAt` says otherwise. */
function exchangeOf(
  operation: Operation,
  target: string,
  body: object | null,
  status: number,
  { startedAt = (number + 1) * 10, ...how }: { readonly startedAt?: number } & object = {},
): Exchange {
  number += 1;
  const request = {
    ...{ operation, target, headers: [], proper: true, typed: true, canonical: false, tenant: 'valid' },
    ...{ authorization: 'Bearer {token}', body: body && new TextEncoder().encode(JSON.stringify(body)), ...how },
  };
  const response = { status, headers: [], bytes: new Uint8Array(), truncated: false };
  return { number, request, response, startedAt, ms: 10 } as never;
}

function watch(exchanges: readonly Exchange[]): RepeatedRequests {
  let listener: (exchange: Exchange) => void = () => undefined;
  const seen = new RepeatedRequests({ listen: (given: typeof listener) => (listener = given) } as unknown as Client);
  for (const exchange of exchanges) listener(exchange);
  return seen;
}

const search = (query: string, status: number, how = {}) =>
  exchangeOf('logs', `/logs/search${query}`, null, status, how);
const create = (limit: number, status: number, how = {}) => exchangeOf('create', '/events', { limit }, status, how);
const register = (email: string) => exchangeOf('register', '/register', { email }, 201);
const verify = (email: string, status: number, how = {}) =>
  exchangeOf('verify', '/verify', { email, code: 1 }, status, how);

test('a rejection between two acceptances of the same request is a flip', () => {
  const seen = watch([search('?status=failed', 200), search('', 400), search('?status=failed', 404)]);
  expect(seen.flips('logs')).toEqual([]);
  const flipped = watch([200, 404, 200].map((status) => search('?status=failed', status)));
  expect(flipped.flips('logs').map(({ response }) => response?.status)).toEqual([404]);
  expect(flipped.flips('create')).toEqual([]);
});

test('a request that was rejected at first and accepted next is a flip', () => {
  expect(watch([create(2, 400), create(2, 201)]).flips('create')).toHaveLength(1);
  expect(watch([create(2, 429), create(2, 201)]).flips('create')).toEqual([]);
  expect(watch([create(2, 400), create(2, 400), create(2, 201)]).flips('create')).toEqual([]);
});

test('a body with a byte order mark is another one than without', () => {
  const marked = { body: new TextEncoder().encode('\ufeff{"limit":1}') };
  const seen = watch([create(1, 201), create(1, 400, marked), create(1, 201)]);
  expect(seen.flips('create')).toEqual([]);
  expect(seen.rejectedOnce('create').map(({ request }) => request.body)).toEqual([marked.body]);
});

test('cursors, other tokens and statuses that name a limit make no flip', () => {
  const statuses = [200, 404, 200];
  expect(watch(statuses.map((status) => search('?next=a', status))).flips('logs')).toEqual([]);
  const otherTenant = statuses.map((status) => search('', status, { tenant: 'otherTenant' }));
  expect(watch(otherTenant).flips('logs')).toEqual([]);
  expect(watch([200, 429, 200].map((status) => search('', status))).flips('logs')).toEqual([]);
});

test('a request that was rejected and sent once only is remembered if its types are right', () => {
  const seen = watch([
    create(1, 400),
    create(2, 400),
    create(2, 201),
    create(3, 400, { typed: false }),
    create(4, 429),
  ]);
  expect(seen.rejectedOnce('create').map(({ request }) => new TextDecoder().decode(request.body!))).toEqual([
    '{"limit":1}',
  ]);
});

test('a right code is expected to verify a user whom no request before had verified or may have locked', () => {
  const pending = verify('a@x', 422);
  expect(watch([register('a@x'), pending]).isOfPendingUser(pending)).toBe(true);
  const registeredTwice = verify('b@x', 422);
  expect(watch([register('b@x'), register('B@x '), registeredTwice]).isOfPendingUser(registeredTwice)).toBe(false);
  const verified = verify('c@x', 422);
  expect(watch([register('c@x'), verify('c@x', 200), verified]).isOfPendingUser(verified)).toBe(false);
});

test('a right code after wrong ones is expected to verify where another user was verified after as many', () => {
  const late = verify('a@x', 422);
  const locked = [register('a@x'), verify('a@x', 422), late];
  expect(watch(locked).isOfPendingUser(late)).toBe(false);
  const harmless = [register('b@x'), verify('b@x', 422), verify('b@x', 200)];
  expect(watch([...harmless, ...locked]).isOfPendingUser(late)).toBe(true);
});

test('tries without the valid token do not show that as many wrong codes lock nobody', () => {
  const late = verify('a@x', 422);
  const locked = [register('a@x'), verify('a@x', 422), late];
  const refused = [register('b@x'), verify('b@x', 401, { authorization: null }), verify('b@x', 200)];
  expect(watch([...refused, ...locked]).isOfPendingUser(late)).toBe(false);
});

test('of two right codes at once, the rejected one is not of a pending user', () => {
  const [rejected, accepted] = [verify('a@x', 422, { startedAt: 100 }), verify('a@x', 200, { startedAt: 105 })];
  expect(watch([register('a@x'), rejected, accepted]).isOfPendingUser(rejected)).toBe(false);
  const later = verify('a@x', 200, { startedAt: 110 });
  expect(watch([register('a@x'), rejected, later]).isOfPendingUser(rejected)).toBe(true);
});

test('a code of the wrong type does not count among the wrong codes that leave a user unlocked', () => {
  const late = verify('a@x', 422);
  const locked = [register('a@x'), verify('a@x', 422), late];
  const malformed = [register('b@x'), verify('b@x', 400, { typed: false }), verify('b@x', 200)];
  expect(watch([...malformed, ...locked]).isOfPendingUser(late)).toBe(false);
});
