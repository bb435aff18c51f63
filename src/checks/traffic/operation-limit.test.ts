import { expect, test } from 'vitest';
import type { Client } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';
import { limitedEvents, limitedUsers, OperationLimit } from './operation-limit.ts';

type Seen = readonly [operation: 'register' | 'create' | 'logs', status: number];

/** What is advised after valid requests with these results. */
function remedyAfter(...seen: readonly Seen[]): string | undefined {
  return remedyFor(limitedUsers, seen);
}

function remedyFor(limited: typeof limitedUsers, seen: readonly Seen[]): string | undefined {
  let listener: (exchange: Exchange) => void = () => undefined;
  const limit = new OperationLimit(
    { listen: (given: typeof listener) => (listener = given) } as unknown as Client,
    limited,
  );
  for (const [operation, status] of seen)
    listener({
      request: { operation, canonical: true, proper: true },
      response: { status, headers: [] },
    } as unknown as Exchange);
  return limit.remedy;
}

test('a limit on users: registrations were accepted, and are refused while searches are accepted', () => {
  const two: readonly Seen[] = [
    ['register', 201],
    ['register', 201],
    ['register', 402],
    ['logs', 200],
  ];
  expect(remedyAfter(...two)).toBeUndefined();
  expect(remedyAfter(...two, ['register', 402])).toBe(
    'a higher limit on users, or on unverified users, on the target: after 2 registrations it answered 402 to a valid one',
  );
});

test('a throttle of everything, a target that never registered a user, and refusals of another kind are not such a limit', () => {
  expect(remedyAfter(['register', 201], ['register', 429], ['register', 429], ['logs', 429])).toBeUndefined();
  expect(remedyAfter(['register', 429], ['register', 429], ['logs', 200])).toBeUndefined();
  expect(remedyAfter(['register', 201], ['register', 400], ['register', 400], ['logs', 200])).toBeUndefined();
});

test('the advice stays the same when a few more users are accepted', () => {
  const refused: readonly Seen[] = [
    ['register', 409],
    ['logs', 200],
  ];
  expect(remedyAfter(['register', 201], ...refused, ['register', 201], ...refused)).toMatch(
    /after one registration it answered 409/,
  );
});

test('a limit on events, unless an event is refused because there is one', () => {
  const refused = (status: number): readonly Seen[] => [
    ['create', 200],
    ['create', status],
    ['logs', 200],
    ['create', status],
  ];
  expect(remedyFor(limitedEvents, refused(402))).toBe(
    'a higher limit on events on the target: after one creation it answered 402 to a valid one',
  );
  expect(remedyFor(limitedEvents, refused(409))).toBeUndefined();
});
