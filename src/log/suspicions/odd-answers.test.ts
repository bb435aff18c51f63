import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { bagOf } from '../../oracles/bag.ts';
import { describeQuery, type LogQuery } from '../query.ts';
import type { Walk } from '../walk.ts';
import { createWebhookMemory, type WebhookMemory } from '../webhook-memory.ts';
import { OddAnswers } from './odd-answers.ts';

const item = (name: string) => `an entry called ${name}`;

function memoryOf(id: string, walks: readonly (readonly [query: LogQuery, ...names: string[]])[]): WebhookMemory {
  const memory = createWebhookMemory(id, { pages: 9, items: 99 });
  for (const [query, ...names] of walks)
    memory.consistent.set(describeQuery(query), {
      query,
      bag: bagOf(names.map(item)),
      pages: [{ page: { data: names.slice(0, 2).map(item), totalItems: names.length } }],
    } as unknown as Walk);
  return memory;
}

const failed = { status: 'failed' } as const;
const webhooks = [
  memoryOf('wh_1', [
    [{}, 'a', 'b', 'c'],
    [failed, 'a'],
  ]),
  memoryOf('wh_2', [[{}, 'x']]),
];

type Sent = readonly [query: string, names: string, totalItems?: number, next?: string];

/** How many answers of `wh_1` are kept: strays, and other totals. */
function noted(...sent: readonly Sent[]) {
  const odd = note(...sent);
  return [odd.strays(webhooks[0]!).length, odd.ofTotals(webhooks[0]!).length];
}

function note(...sent: readonly Sent[]): OddAnswers {
  const odd = new OddAnswers(webhooks);
  for (const [query, names, totalItems = names.length, next] of sent)
    odd.note({
      request: {
        operation: 'logs',
        webhook: 'wh_1',
        proper: true,
        typed: true,
        tenant: 'valid',
        authorization: 'Bearer {token}',
        target: `/logs/search${query}`,
      },
      response: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        bytes: new TextEncoder().encode(JSON.stringify({ data: [...names].map(item), cursor: { totalItems, next } })),
        truncated: false,
      },
    } as unknown as Exchange);
  return odd;
}

test('an item of the log that the walk with the same status did not have is kept', () => {
  expect(noted(['?status=failed', 'ab'])).toEqual([1, 0]);
  expect(noted(['?sortBy=time&status=failed', 'ba'])).toEqual([1, 0]);
});

test('an item of another log is kept', () => {
  expect(noted(['', 'x'])).toEqual([1, 0]);
});

test('an item that no walk had may be new', () => {
  expect(noted(['', 'abcd'], ['?status=failed', 'ad'])).toEqual([0, 0]);
});

test('a page that a cursor leads to is compared if the cursor was issued for the same query', () => {
  expect(noted(['?status=failed', 'a', 9, 'n'], ['?status=failed&next=n', 'b', 9])).toEqual([1, 0]);
  expect(noted(['', 'a', 9, 'n'], ['?status=failed&next=n', 'b', 9])).toEqual([0, 0]);
});

test('what is read by a cursor of unknown origin, in another range or with an unknown parameter is not compared', () => {
  expect(noted(['?status=failed&next=n', 'b'], ['?status=failed&from=1', 'b'], ['?status=lost', 'b'])).toEqual([0, 0]);
});

test('another total of a query is kept, whatever the order', () => {
  expect(noted(['?from=1', 'ab'], ['?from=1&sortDirection=asc', 'ba'])).toEqual([0, 0]);
  expect(noted(['?from=1', 'ab', 7], ['?from=1&sortDirection=asc', 'ba', 8])).toEqual([0, 1]);
});

test('a first page that leads on with fewer of its items than before is brief', () => {
  const brief = (...sent: Sent) => note(sent).brief(webhooks[0]!).length;
  expect(brief('', 'a', 3, 'cursor')).toBe(1);
  expect(brief('', 'ab', 3, 'cursor')).toBe(0);
  expect(brief('', 'b', 4, 'cursor')).toBe(0);
  expect(brief('', 'c', 3, 'cursor')).toBe(0);
  expect(brief('', 'a', 3)).toBe(0);
  expect(brief('?next=cursor', 'a', 3, 'other')).toBe(0);
});
