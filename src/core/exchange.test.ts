import { expect, test } from 'vitest';
import { TargetError, UsageError } from './errors.ts';
import {
  describeResponse,
  type Exchange,
  headerValue,
  isAccepted,
  isFailureStatus,
  isRejection,
  type TransportFailure,
} from './exchange.ts';

function exchange(status: number | null, { proper = true, kind }: { proper?: boolean; kind?: TransportFailure } = {}) {
  const response = status === null ? null : { status, headers: [], bytes: new Uint8Array(), truncated: false };
  const failure = kind === undefined ? {} : { failure: { kind, message: 'after 5 ms' } };
  return { number: 1, request: { proper } as Exchange['request'], response, ...failure, startedAt: 0, ms: 1 };
}

test('headerValue ignores letter case and returns the first of several', () => {
  const answer = {
    ...exchange(200).response!,
    headers: [['ETag', '1'] as const, ['X-A', '2'] as const, ['x-a', '3'] as const],
  };
  expect(headerValue(answer, 'x-A')).toBe('2');
  expect(headerValue(answer, 'etag')).toBe('1');
  expect(headerValue(answer, 'x-b')).toBeUndefined();
});

test('only a 2xx to the proper request is accepted', () => {
  expect([199, 200, 204, 299, 300, 401, null].map((status) => isAccepted(exchange(status)))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isAccepted(exchange(200, { proper: false }))).toBe(false);
});

test('501 rejects what the server does not support, every other 5xx is its own failure', () => {
  const statuses = [200, 302, 400, 429, 499, 500, 501, 503, 599, null];
  expect(statuses.filter((status) => isRejection(exchange(status)))).toEqual([400, 429, 499, 501]);
  expect(statuses.filter((status) => isFailureStatus(status ?? 0))).toEqual([500, 503, 599]);
});

test('describeResponse names the status or the transport failure', () => {
  expect(describeResponse(exchange(403))).toBe('answered 403');
  expect(describeResponse(exchange(null, { kind: 'timeout' }))).toBe('did not respond (after 5 ms)');
  expect(describeResponse(exchange(null, { kind: 'cut' }))).toBe('closed the connection (after 5 ms)');
  expect(describeResponse(exchange(null, { kind: 'refused' }))).toBe('could not be reached (after 5 ms)');
  expect(describeResponse(exchange(null, { kind: 'invalid-response' }))).toBe(
    'sent an invalid HTTP response (after 5 ms)',
  );
  expect(describeResponse(exchange(null))).toBe('sent an invalid HTTP response (unknown)');
});

test('errors have their name, their message and a hint', () => {
  for (const kind of [UsageError, TargetError]) {
    expect(new kind('no token', 'set CAWL_TOKEN')).toMatchObject({
      name: kind.name,
      message: 'no token',
      hint: 'set CAWL_TOKEN',
    });
    expect(new kind('no token').hint).toBeUndefined();
  }
});
