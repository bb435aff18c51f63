import { expect, test } from 'vitest';
import type { Exchange, WireResult } from '../../core/exchange.ts';
import { UserPauses } from './user-pauses.ts';

const minuteMs = 60_000;

/** A verification, answered with this status. */
function verification(email: string, status: number, retryAfter?: string): Exchange {
  const body = new TextEncoder().encode(JSON.stringify({ email, code: 1 }));
  const headers = retryAfter === undefined ? [] : [['Retry-After', retryAfter]];
  const request = { operation: 'verify', authorization: 'Bearer {token}', tenant: 'valid', body };
  return { request, response: { status, headers } } as unknown as Exchange;
}

/** Pauses at a target that gives this answer to another user; `slept` holds the pauses that were waited for. */
function pausesWhereOthersGet(status: number) {
  const slept: number[] = [];
  const probed: string[] = [];
  let now = 0;
  const clock = {
    elapsed: () => now,
    sleep: async (ms: number) => {
      slept.push(ms);
      now += ms;
    },
  };
  const pauses = new UserPauses({
    clock: clock as never,
    verify: async (email) => {
      probed.push(email);
      return { response: { status, headers: [] } } as unknown as WireResult;
    },
  });
  return { pauses, slept, probed, clock };
}

const throttled = verification('ada@example.com', 429, '60');

test('a user whose codes were rejected is paused alone where another user gets an answer', async () => {
  const { pauses, probed, clock } = pausesWhereOthersGet(422);
  pauses.note(verification('ada@example.com', 422));
  await expect(pauses.waitOut(throttled, minuteMs)).rejects.toThrow(/refuses its codes for 60 s more/);
  expect(probed).toEqual(['adaq@example.com']);
  expect(() => pauses.assertMaySend(throttled.request)).toThrow(/not those of others/);
  pauses.assertMaySend(verification('bob@example.com', 200).request);
  await clock.sleep(minuteMs);
  pauses.assertMaySend(throttled.request);
});

test('a short pause is waited for, by requests of this user only', async () => {
  const { pauses, slept } = pausesWhereOthersGet(422);
  pauses.note(verification('ada@example.com', 422));
  expect(await pauses.waitOut(throttled, 2000)).toBe(true);
  expect(slept).toEqual([2000]);
});

test('a throttle of all users, or of one without a rejected code, is not a pause of one', async () => {
  const { pauses } = pausesWhereOthersGet(429);
  pauses.note(verification('ada@example.com', 422));
  expect(await pauses.waitOut(throttled, minuteMs)).toBe(false);
  const { pauses: others, probed } = pausesWhereOthersGet(422);
  others.note(verification('bob@example.com', 422));
  expect(await others.waitOut(throttled, minuteMs)).toBe(false);
  expect(probed).toEqual([]);
});
