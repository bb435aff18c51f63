import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { LostRequests } from './lost-requests.ts';

const request = { operation: 'logs', proper: true, typed: true, tenant: 'valid', authorization: 'Bearer {token}' };

/** @param received octets that the connection received before it was closed */
const lost = (received?: number, more: Partial<Exchange['request']> = {}) =>
  ({
    request: { ...request, ...more },
    response: null,
    failure: { kind: 'cut', message: 'other side closed', ...(received === undefined ? {} : { received }) },
  }) as unknown as Exchange;

test('requests without a response are counted by operation, and by whether their connection served others before', () => {
  const requests = new LostRequests('http://127.0.0.1');
  for (const one of [lost(900), lost(0), lost(), lost(10, { operation: 'create' })]) requests.note(one);
  expect(requests.total).toBe(4);
  expect(requests.all).toEqual({
    logs: { requests: 3, kept: 1, fresh: 1 },
    create: { requests: 1, kept: 1, fresh: 0 },
  });
});

test('requests that a target may refuse by closing the connection are not counted', () => {
  const requests = new LostRequests('http://127.0.0.1');
  for (const more of [{ typed: false }, { proper: false }, { authorization: 'Bearer x' }]) requests.note(lost(0, more));
  expect(requests.all).toBeUndefined();
});

test('over TLS, octets that arrived do not show a response', () => {
  const requests = new LostRequests('https://127.0.0.1');
  requests.note(lost(4000));
  expect(requests.all).toEqual({ logs: { requests: 1, kept: 0, fresh: 0 } });
});
