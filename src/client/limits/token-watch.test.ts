import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { TokenWatch } from './token-watch.ts';

let number = 0;

function answered(status: number, operation: Operation = 'logs', token = '{token}'): Exchange {
  number += 1;
  const request = { operation, proper: true, authorization: `Bearer ${token}`, tenant: 'valid' };
  return { number, request, response: { status, headers: [] } } as unknown as Exchange;
}

/** Each is answered 401. */
function reject(watch: TokenWatch, operations: readonly Operation[]): void {
  for (const operation of operations) watch.note(answered(401, operation));
}

test('a token has ended if valid requests of two operations are answered 401 after a suspicion', () => {
  const watch = new TokenWatch();
  number = 10;
  watch.note(answered(200));
  reject(watch, ['logs']);
  watch.suspect();
  reject(watch, ['logs', 'logs', 'create', 'logs', 'logs']);
  watch.assertServes();
  reject(watch, ['logs']);
  expect(watch.endedAt).toBe(12);
  expect(() => watch.assertServes()).toThrow('rejects the valid token (401), from request #12 on');
});

test('it has not if one operation rejects it, without a suspicion, or if it is accepted in between', () => {
  const one = new TokenWatch();
  one.suspect();
  reject(one, Array(50).fill('logs'));
  const unsuspected = new TokenWatch();
  reject(unsuspected, ['logs', 'create', 'logs', 'create', 'logs', 'create', 'logs']);
  const accepted = new TokenWatch();
  accepted.suspect();
  accepted.note(answered(200, 'verify'));
  reject(accepted, ['logs', 'create', 'logs', 'create', 'logs', 'create', 'logs']);
  expect([one, unsuspected, accepted].map(({ endedAt }) => endedAt)).toEqual([undefined, undefined, undefined]);
});

test('requests without the valid token, and other refusals, tell nothing', () => {
  const watch = new TokenWatch();
  watch.suspect();
  for (const operation of ['logs', 'create', 'register', 'verify'] as const) {
    for (const status of [403, 429]) watch.note(answered(status, operation));
    for (const _ of [1, 2, 3]) watch.note(answered(401, operation, 'made-up'));
  }
  expect(watch.endedAt).toBeUndefined();
});
