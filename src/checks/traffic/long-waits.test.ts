import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { LongWaits } from './long-waits.ts';

const timeoutMs = 1000;
const long = { evenIfHung: true, waitsLong: true };

function search(query: string, ms: number, status?: number): Exchange {
  const request = {
    operation: 'logs',
    method: 'GET',
    target: `/v2/webhooks/wh_1/logs/search${query}`,
    proper: true,
    authorization: 'Bearer {token}',
    webhook: 'wh_1',
    body: null,
  };
  const ending =
    status === undefined
      ? { response: null, failure: { kind: 'timeout', message: 'no complete response' } }
      : { response: { status, headers: [], bytes: new Uint8Array(), truncated: false } };
  return { request, ms, ...ending } as unknown as Exchange;
}

test('a request that timed out is waited for longer', () => {
  expect(new LongWaits(timeoutMs).howAgain(search('?status=failed', 1000))).toEqual(long);
});

test('one request that hangs stands for those like it', () => {
  const waits = new LongWaits(timeoutMs);
  waits.note(search('?status=failed', 3000));
  expect(waits.howAgain(search('?status=failed', 1000))).toEqual({ evenIfHung: true });
  expect(waits.howAgain(search('?sortBy=status', 1000))).toEqual(long);
});

test('after two late answers an operation is known to be slow', () => {
  const waits = new LongWaits(timeoutMs);
  for (const query of ['?status=failed', '?sortBy=status']) waits.note(search(query, 1000));
  waits.note(search('?status=failed', 1200, 200));
  waits.note(search('?status=failed', 900, 200));
  waits.note(search('?from=2026', 1200, 200));
  expect(waits.howAgain(search('', 1000))).toEqual(long);
  waits.note(search('?sortBy=status', 1200, 200));
  expect(waits.howAgain(search('', 1000))).toBeUndefined();
  expect(waits.lateOf('logs')).toHaveLength(2);
  expect(waits.lateOf('create')).toEqual([]);
});

test('a request whose connection was closed is not waited for longer', () => {
  const cut = { ...search('', 10), failure: { kind: 'cut', message: 'closed' } } as const;
  expect(new LongWaits(timeoutMs).howAgain(cut)).toEqual({ evenIfHung: true });
});
