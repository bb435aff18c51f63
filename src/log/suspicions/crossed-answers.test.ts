import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { CrossedAnswers } from './crossed-answers.ts';

/** A search, when it began and ended, and its answer. */
type Sent = readonly [search: string, begun: number, ended: number, names: string, totalItems: number];

function seenAfter(...sent: readonly Sent[]): number {
  const crossed = new CrossedAnswers();
  for (const [search, startedAt, ended, names, totalItems] of sent) {
    const [webhook] = search.split('?');
    crossed.note({
      startedAt,
      ms: ended - startedAt,
      request: {
        operation: 'logs',
        webhook,
        proper: true,
        typed: true,
        tenant: 'valid',
        authorization: 'Bearer {token}',
        target: `/${search}`,
      },
      response: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        bytes: new TextEncoder().encode(JSON.stringify({ data: [...names], cursor: { totalItems } })),
        truncated: false,
      },
    } as unknown as Exchange);
  }
  return crossed.seen;
}

test('the page of another webhook or status that was in flight is seen', () => {
  expect(seenAfter(['wh_1', 0, 5, 'xy', 40], ['wh_2', 2, 6, 'xy', 2])).toBe(1);
  expect(seenAfter(['wh_1?status=failed', 0, 5, 'xy', 40], ['wh_1?status=succeeded', 2, 6, 'xy', 2])).toBe(1);
});

test('searches one after another may have one page, and so may searches of which one includes the other', () => {
  expect(seenAfter(['wh_1', 0, 2, 'xy', 40], ['wh_2', 2, 6, 'xy', 2])).toBe(0);
  expect(seenAfter(['wh_1', 0, 5, 'xy', 40], ['wh_1?status=failed', 2, 6, 'xy', 2])).toBe(0);
  expect(seenAfter(['wh_1', 0, 5, '', 0], ['wh_2', 2, 6, '', 0])).toBe(0);
});

const alone: readonly Sent[] = [
  ['wh_1', 0, 1, 'ab', 40],
  ['wh_2', 1, 2, 'xy', 20],
];

test('the total of another search in flight is seen if the search had clearly another one at first', () => {
  expect(seenAfter(...alone, ['wh_2', 3, 6, 'xy', 20], ['wh_1?sortDirection=asc', 4, 7, 'ba', 20])).toBe(1);
  expect(seenAfter(...alone, ['wh_2', 3, 6, 'xy', 40], ['wh_1', 4, 7, 'ab', 40])).toBe(1);
  expect(seenAfter(...alone, ['wh_2', 3, 4, 'xy', 20], ['wh_1', 4, 7, 'ab', 20])).toBe(0);
});

test('a log that grows to the total of another one, and logs that are alike, are not seen', () => {
  expect(seenAfter(['wh_1', 0, 1, 'ab', 40], ['wh_2', 3, 6, 'xy', 41], ['wh_1', 4, 7, 'cb', 41])).toBe(0);
  expect(seenAfter(['wh_1', 0, 5, 'ab', 40], ['wh_2', 2, 6, 'xy', 40])).toBe(0);
});
