import { expect, test } from 'vitest';
import { codeUsersIn, emailIn, userOf } from '../core/reproducer.ts';
import type { PlaceholderValues } from './placeholder-values.ts';
import { hasOldCursor, operationOf, requestOf } from './steps.ts';

const step = (target: string, body: string | null = null) => ({ method: 'POST', target, headers: [], body });

test('an operation is known by its path, also if that is spelled differently', () => {
  expect(operationOf(step('/v2/calendars/common-events'))).toBe('create');
  expect(operationOf(step('/v2//auth/Register/'))).toBe('register');
  expect(operationOf(step('/v2/auth/%76erify-user/../verify-user'))).toBe('verify');
  expect(operationOf(step('/v2/webhooks/wh_1/logs/search?status=failed'))).toBe('logs');
});

test('a second Authorization header is sent as well', () => {
  const same = (text: string) => text;
  const values = { fillHeader: same, fillTarget: same, fillBody: same } as unknown as PlaceholderValues;
  const headers = ['a', 'b'].map((token) => ['Authorization', `Bearer ${token}`] as const);
  const request = requestOf({ ...step('/v2/auth/register'), headers }, values, []);
  expect(request).toMatchObject({ authorization: 'Bearer a', headers: [['Authorization', 'Bearer b']] });
});

test('a cursor is old unless an earlier step of the reproducer receives it', () => {
  for (const query of ['?next=b2xk', '?status=failed&prev=b2xk', '?next={1.cursor.next}&prev=b2xk'])
    expect(hasOldCursor(step(`/search${query}`)), query).toBe(true);
  for (const query of ['', '?next=', '?next={1.cursor.next}', '?status=failed&prev={12.cursor.prev}', '?sortBy=next'])
    expect(hasOldCursor(step(`/search${query}`)), query).toBe(false);
});

test('the e-mail of a body names its user, and codes name theirs', () => {
  const verify = step(
    '/v2/auth/verify-user',
    '{"email":"cawl+{unique:7}@example.com","code":{code:8+1},"x":"{code:8}"}',
  );
  expect(emailIn(verify)).toBe('cawl+{unique:7}@example.com');
  expect(userOf(emailIn(verify))).toBe(7);
  expect(codeUsersIn(verify)).toEqual([8]);
  expect(userOf('ada@example.com')).toBeUndefined();
  expect([emailIn(step('/', null)), codeUsersIn(step('/', null))]).toEqual([undefined, []]);
});
