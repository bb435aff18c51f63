import { expect, test } from 'vitest';
import { operations, operationTable } from '../interface/operations.ts';
import { describeVariant, lessLong, likelyToBreak, mostTelling, plainText } from './breaking.ts';
import { variedValue } from './request.ts';
import { flawOf, flawsToTry, wrongTypes } from './wrong-types.ts';

const canonicals = {
  create: { body: { limit: 10, profileIds: ['p'], calendarIds: ['c'] } },
  register: { body: { firstName: 'Ada', lastName: 'L', email: '{unique}@example.com', password: 'secret' } },
  verify: { body: { email: 'a@example.com', code: 123_456 } },
  logs: { path: { webhookId: 'w' } },
};

test.each(operations)('a few samples of %s have every metacharacter in every text field', (op) => {
  const few = mostTelling(op, canonicals[op], 6, (cases, count) => cases.slice(0, count));
  const { textFields } = operationTable[op];
  expect(few.slice(0, textFields.length).map(({ field }) => field)).toEqual([...textFields]);
  expect(few.length).toBeLessThanOrEqual(6);
});

test('some samples of a registration have a password that is too long for a hash, or a NUL in a name', () => {
  const bodies = mostTelling('register', canonicals.register, 6, (cases, count) => cases.slice(0, count)).map(
    ({ body }) => body as Record<string, string>,
  );
  expect(bodies.some((body) => Buffer.byteLength(body['password']!) > 72)).toBe(true);
  expect(bodies.some((body) => body['firstName']!.includes('\u0000'))).toBe(true);
});

test('long texts come first, those of other kinds in turns', () => {
  const order = likelyToBreak('logs', canonicals.logs);
  expect(order.slice(0, 4).every(({ kind }) => kind === 'long')).toBe(true);
  expect(order.slice(4, 40).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['subset', 'time']));
});

test.each([
  ['logs', { path: { webhookId: '9'.repeat(20) } }],
  ['create', { body: expect.objectContaining({ profileIds: ['9'.repeat(20)] }) }],
  ['logs', { query: { sortBy: '$where' } }],
  ['register', { body: expect.objectContaining({ firstName: ' ' }) }],
  ['register', { body: expect.objectContaining({ email: '@example.com' }) }],
] as const)('%s is sent what a column of integers, a document store or a splitter fails on: %o', (op, request) => {
  const order = likelyToBreak(op, canonicals[op]).slice(0, 40);
  expect(order).toContainEqual(expect.objectContaining(request));
});

test.each(['register', 'verify'] as const)('%s is sent a label of 64 characters in an e-mail of usual length', (op) => {
  const emails = likelyToBreak(op, canonicals[op])
    .slice(0, 20)
    .map((variant) => String(variedValue(variant)));
  expect(emails.filter((email) => /@[^.]{64}\./.test(email) && email.length < 250)).toHaveLength(1);
});

test('a registration is sent e-mails that a pattern accepts, and a database or a mail does not', () => {
  const emails = likelyToBreak('register', canonicals.register)
    .slice(0, 20)
    .map((variant) => String(variedValue(variant)));
  const found = (pattern: RegExp) => emails.filter((email) => pattern.test(email));
  expect(found(/^[^@]{65,200}@.{3,100}$/)).toHaveLength(1);
  expect(found(/^[^@]{1,64}@.{245,253}$/)).toHaveLength(1);
  expect(found(/^[^\s@]+@[^\s@]+\n$/)).toHaveLength(1);
  expect(emails.filter((email) => email.includes('@') && email.includes('\u0000'))).toHaveLength(1);
});

test('a search is sent either cursor empty, and a NUL in sortBy', () => {
  const queries = likelyToBreak('logs', canonicals.logs)
    .slice(0, 20)
    .map(({ query }) => query);
  for (const query of [{ next: '' }, { prev: '' }, { sortBy: 'createdAt\u0000' }])
    expect(queries).toContainEqual(expect.objectContaining(query));
});

test('only a text that is too long for its target has a shorter variant', () => {
  const [long, ...others] = likelyToBreak('logs', canonicals.logs);
  expect(lessLong('logs', canonicals.logs, long!)?.path).toEqual({ webhookId: 'a'.repeat(300) });
  expect(others.filter(({ kind }) => kind !== 'long').map((one) => lessLong('logs', canonicals.logs, one))).toEqual(
    others.filter(({ kind }) => kind !== 'long').map(() => undefined),
  );
});

test('a plain text has nothing odd, and is not an e-mail', () => {
  expect(plainText('register', canonicals.register, 'email').body).toMatchObject({ firstName: 'Ada', email: 'a' });
  expect(plainText('logs', canonicals.logs, 'sortBy').query).toEqual({ sortBy: 'a' });
});

test('flaws to try begin with what a lenient parser accepts; only a code has a fraction added', () => {
  const flaws = flawsToTry(wrongTypes('verify', canonicals.verify), 15, (items) => items);
  expect(flaws).toHaveLength(15);
  expect(flaws[0]).toBe('code added-fraction');
  expect(wrongTypes('create', canonicals.create).map(flawOf)).not.toContain('code added-fraction');
});

test.each([
  [{ field: 'limit', body: { limit: 9_007_199_254_740_991 } }, 'limit 9007199254740991'],
  [{ field: 'profileIds', body: { profileIds: [], calendarIds: ['c'] } }, 'profileIds of 0 items'],
  [{ field: 'sortBy', query: { sortBy: "it's" } }, 'sortBy "it\'s"'],
  [
    { field: 'email', body: { email: `${'a'.repeat(238)}@example.com` } },
    `email of 250 characters ("${'a'.repeat(32)}"…)`,
  ],
  [
    { field: '*', body: { limit: 1, profileIds: ['p'], email: 'a@example.com' } },
    'limit 1, profileIds of 1 item, email',
  ],
  [{ field: '*', kind: 'subset', query: { status: 'failed', sortBy: 'time' } }, 'nothing but status, sortBy'],
  [{ field: '*', kind: 'subset', body: {} }, 'nothing'],
])('%o is described as %s', (variant, words) => {
  expect(describeVariant({ operation: 'create', kind: 'long', ...variant })).toBe(words);
});
