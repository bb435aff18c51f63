import { expect, test } from 'vitest';
import type { Exchange, WireResult } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { OperationPauses } from './operation-pauses.ts';

function answered(operation: Operation, status: number, startedAt: number): Exchange {
  const request = { operation, proper: true, authorization: 'Bearer {token}', tenant: 'valid' };
  return { request, response: { status, headers: [] }, startedAt, ms: 10 } as unknown as Exchange;
}

/** Pauses at a target that answers a search with this status; `searches` counts those. */
function pausesWhereSearchesGet(status: number) {
  const sent = { searches: 0 };
  const slept: number[] = [];
  const clock = { elapsed: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  const pauses = new OperationPauses({
    clock: clock as never,
    search: async () => {
      sent.searches += 1;
      return { response: { status, headers: [] } } as unknown as WireResult;
    },
  });
  return { pauses, sent, slept };
}

test('an operation is throttled alone if a search is accepted meanwhile, of which one is sent', async () => {
  const { pauses, sent } = pausesWhereSearchesGet(200);
  pauses.note(answered('register', 429, 1000));
  expect(await pauses.isAlone('register', 1000, false)).toBe(false);
  expect(await pauses.isAlone('register', 2000, false)).toBe(true);
  expect(await pauses.isAlone('register', 4000, false)).toBe(true);
  expect(sent.searches).toBe(1);
});

test('it is not if the search is throttled too, unless another operation is accepted later', async () => {
  const { pauses, sent } = pausesWhereSearchesGet(429);
  pauses.note(answered('create', 200, 900));
  pauses.note(answered('register', 429, 1000));
  expect(await pauses.isAlone('register', 30_000, true)).toBe(false);
  pauses.note(answered('create', 200, 2000));
  expect(await pauses.isAlone('register', 30_000, true)).toBe(true);
  expect(sent.searches).toBe(1);
});

test('its requests wait until it is accepted, and those of others do not', async () => {
  const { pauses, slept } = pausesWhereSearchesGet(200);
  pauses.note(answered('register', 429, 1000));
  expect([pauses.hold('register', 4000), pauses.hold('register', 5000)]).toEqual([4000, 1000]);
  await pauses.wait('register');
  expect(slept).toEqual([5000]);
  expect(pauses.wait('logs')).toBeUndefined();
  pauses.note(answered('register', 201, 6000));
  expect(pauses.wait('register')).toBeUndefined();
});
