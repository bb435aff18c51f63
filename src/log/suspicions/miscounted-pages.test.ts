import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { MiscountedPages } from './miscounted-pages.ts';

function pagesOf(...sent: readonly (readonly [query: string, totalItems: number, cursor?: object])[]) {
  const pages = new MiscountedPages();
  for (const [query, totalItems, cursor] of sent)
    pages.note({
      request: { operation: 'logs', webhook: 'wh_1', proper: true, typed: true, target: `/logs/search${query}` },
      response: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        bytes: new TextEncoder().encode(JSON.stringify({ data: ['a', 'b'], cursor: { totalItems, ...cursor } })),
        truncated: false,
      },
    } as unknown as Exchange);
  return pages.of('wh_1');
}

test('a search whose only page has another number of items than its total is kept once', () => {
  expect(pagesOf(['?from=2&status=failed', 1], ['?from=2&status=failed', 1], ['?to=4', 2])).toEqual([
    { from: '2', status: 'failed' },
  ]);
});

test('pages that others follow, or that a cursor led to, and searches that no check reads, are not', () => {
  expect(pagesOf(['', 9, { next: 'x' }], ['?next=x', 9], ['?status=lost', 1], ['?from=1&limit=2', 1])).toEqual([]);
});

test('three searches of a log are enough', () => {
  expect(pagesOf(...['1', '2', '3', '4'].map((to) => [`?to=${to}`, 5] as const))).toHaveLength(3);
});
