import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { bagOf } from '../../oracles/bag.ts';
import type { LogQuery } from '../query.ts';
import type { Walk } from '../walk.ts';
import { findMissingItems } from './missing-items.ts';

/** @param pages the items of each page, one letter each */
function walk(pages: readonly string[], query: LogQuery = {}): Walk {
  const items = [...pages.join('')];
  return {
    ...{ webhook: 'wh_1', query, form: 'repeated', items, bag: bagOf(items), total: items.length, end: 'end' },
    pages: pages.map((data, index) => ({
      place: index + 1,
      reachedBy: index === 0 ? 'first' : 'next',
      exchange: { number: index + 1 } as Exchange,
      page: {
        data: [...data],
        totalItems: items.length,
        next: undefined,
        prev: undefined,
        forms: { next: 'absent', prev: 'absent' } as const,
      },
    })),
  } as Walk;
}

const ascending = (pages: readonly string[]) => walk(pages, { sortDirection: 'asc' });

test('an item that is missing at a border is named, and the page after the border is marked', () => {
  const found = findMissingItems(walk(['hgf', 'dcb', 'a']), [ascending(['abcd', 'efgh'])]);
  expect(found?.message).toBe('missing 1 item, such as e, which the walk with sortDirection=asc has');
  expect(found?.proof.map(([{ number }]) => number)).toEqual([1, 2]);
  const [drawn, bags] = found!.illustrations;
  expect(drawn?.kind === 'walk' && drawn.pages.filter(({ wrong }) => wrong).map(({ place }) => place)).toEqual([2]);
  expect(bags).toMatchObject({ kind: 'bags', missing: ['e'], missingCount: 1 });
});

test('the walk that has the most of what is missing is compared', () => {
  const found = findMissingItems(walk(['gf', 'ba']), [walk(['gfe'], { status: 'failed' }), ascending(['abcdefg'])]);
  expect(found?.message).toContain('missing 3 items');
  expect(found?.message).toContain('sortDirection=asc');
});

test('nothing is named where no other walk has more', () => {
  expect(findMissingItems(walk(['ab']), [ascending(['ba'])])).toBeUndefined();
  expect(findMissingItems(walk(['ab']), [])).toBeUndefined();
});
