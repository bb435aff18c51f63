import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { bagOf } from '../../oracles/bag.ts';
import { findStandstill, findUnsteadyTotal } from '../../oracles/walk.ts';
import { backFromEnd, roundTrip, slowRoundTrip, steps, thereAndBack, thereBackAndOn } from '../navigation/routes.ts';
import type { Walk, WalkEnd } from '../walk.ts';
import {
  findNotContained,
  findUnequal,
  onCompleteWalks,
  onWalk,
  permutes,
  repeatsPage,
  statusesPartition,
  statusKept,
} from './walk-relations.ts';

interface Shape {
  readonly status?: 'succeeded' | 'failed';
  readonly total?: number;
  readonly end?: WalkEnd;
}

/** @param pages the items of each page, one letter each */
function walk(pages: readonly string[], { status, total, end = 'end' }: Shape = {}): Walk {
  const items = [...pages.join('')];
  const totalItems = total ?? items.length;
  return {
    webhook: 'wh_1',
    query: status === undefined ? {} : { status },
    form: 'repeated',
    pages: pages.map((data, index) => ({
      place: index + 1,
      reachedBy: index === 0 ? 'first' : 'next',
      exchange: { number: index + 1 } as Exchange,
      page: {
        data: [...data],
        totalItems,
        next: undefined,
        prev: undefined,
        forms: { next: 'absent', prev: 'absent' } as const,
      },
    })),
    items,
    bag: bagOf(items),
    total: totalItems,
    end,
  };
}

const noteOf = (finding: ReturnType<ReturnType<typeof onWalk>>) => finding?.proof.map(([, note]) => note);

/** The note of the page that each drawn walk marks, by its place. */
const marksOf = (finding: ReturnType<typeof findUnequal>) =>
  (finding?.illustrations ?? []).flatMap((drawn) =>
    drawn.kind === 'walk' ? drawn.pages.filter(({ wrong }) => wrong).map(({ place, note }) => [place, note]) : [],
  );

test('the page where an item is missing is marked, and the page that has one too many', () => {
  const found = findUnequal([walk(['ab', 'dx'])], [walk(['abc', 'd'])]);
  expect(marksOf(found)).toEqual([
    [2, 'c is missing before or on this page'],
    [2, 'x is missing from the other walk'],
  ]);
  expect(found?.illustrations?.at(-1)).toMatchObject({ kind: 'bags', missing: ['c'], surplus: ['x'] });
});

test('where two walks could have the missing item, its page in the whole is marked', () => {
  const parts = [walk(['a'], { status: 'succeeded' }), walk(['b'], { status: 'failed' })];
  expect(marksOf(findUnequal(parts, [walk(['ab', 'c'])]))).toEqual([
    [2, 'c is missing from the 2 other walks together'],
  ]);
});

test('where the walks have different orders, the missing item is marked where it is', () => {
  const found = findUnequal([walk(['ae', 'bd', 'fg'])], [walk(['ab', 'cd', 'efg'])]);
  expect(marksOf(found)).toEqual([[2, 'c is missing before or on this page']]);
  const apart = findUnequal([walk(['bx', 'yz', 'dw'])], [walk(['bcd', 'xyz', 'w'])]);
  expect(marksOf(apart)).toEqual([[1, 'c is missing from the other walk']]);
});

test('a part need not have all items, and the one that is not in the whole is marked', () => {
  expect(marksOf(findNotContained([walk(['aa'])], [walk(['ab', 'c'])]))).toEqual([
    [1, 'a is less often in the other walk'],
  ]);
});

test('what is wrong with one walk is shown with the border at which it goes wrong', () => {
  const found = onWalk(findStandstill)([walk(['ab', 'cd', 'ab'], { total: 4 })]);
  expect(found?.message).toBe(
    'the walk with no filter on webhook wh_1 returns items of earlier pages on page 3, by next from page 2',
  );
  expect(noteOf(found)).toEqual([
    'page 2 of 3, reached by next from page 1',
    'page 3 of 3, reached by next from page 2',
  ]);
  expect(onWalk(findUnsteadyTotal)([walk(['ab'])])).toBeUndefined();
});

test('walks that did not end are not compared', () => {
  const isPart = onCompleteWalks((part, whole) => findNotContained([part], [whole]));
  expect(isPart([walk(['ab']), walk(['abc'])])).toBeUndefined();
  expect(isPart([walk(['ad']), walk(['abc'])])?.message).toContain('has items that');
  for (const end of ['cut', 'lost', 'refused', 'malformed', 'endless'] as const)
    expect(isPart([walk(['ad']), walk(['abc'], { end })])).toBeUndefined();
});

test('several walks together are compared as one bag', () => {
  expect(findUnequal([walk(['ab']), walk(['ab'])], [walk(['aabb'])])).toBeUndefined();
  expect(findUnequal([walk(['ab']), walk(['b'])], [walk(['aabb'])])?.message).toContain('1 missing (such as a)');
});

test('a finding names the walks that were compared, and has their parameters', () => {
  const failed = walk(['b'], { status: 'failed' });
  const found = findNotContained([walk(['a'], { status: 'succeeded' }), failed], [walk(['a'])]);
  expect(found?.message).toBe(
    'the walks with status=succeeded and with status=failed together have items that the walk with no filter does not have: 1 too many (such as b)',
  );
  expect(found?.compared).toEqual({ left: ['status=succeeded', 'status=failed'], right: [''], isPart: true });
  expect(findUnequal([failed], [walk(['a'])])?.compared).toEqual({
    left: ['status=failed'],
    right: [''],
    isPart: false,
  });
});

test('another order has the same items, also where it ends early', () => {
  expect(permutes([walk(['ab', 'c']), walk(['cb', 'a'])])).toBeUndefined();
  expect(permutes([walk(['ab', 'c']), walk(['cb'], { end: 'refused' })])?.kind).toBe('bags-differ');
  expect(permutes([walk(['ab', 'c']), walk(['cb'], { end: 'cut' })])).toBeUndefined();
  expect(permutes([walk(['ab', 'c']), walk(['cb'], { end: 'lost' })])).toBeUndefined();
  expect(permutes([walk(['ab', 'c']), walk([], { end: 'refused' })])).toBeUndefined();
});

test('the statuses partition a query, in totals and in items', () => {
  const failed = walk(['b'], { status: 'failed' });
  expect(statusesPartition([walk(['abc']), walk(['ac'], { status: 'succeeded' }), failed])).toBeUndefined();
  expect(statusesPartition([walk(['abc']), walk(['a'], { status: 'succeeded' }), failed])?.message).toBe(
    'with no filter, totalItems is 1 succeeded + 1 failed = 2; expected 3, as without status',
  );
  const ignored = statusesPartition([walk(['abc']), walk(['abc'], { status: 'succeeded' }), failed]);
  expect(ignored?.proof.map(([, note, role]) => [note, role])).toEqual([
    ['no filter, page 1 of 1', 'control'],
    ['status=failed, page 1 of 1', undefined],
    ['status=succeeded, page 1 of 1', 'wrong'],
  ]);
  expect(statusesPartition([walk(['abc']), walk(['ab'], { status: 'succeeded' }), failed])?.kind).toBe('bags-differ');
});

test('a status lost on later pages is detected by items of the other status, by the total, or by unknown items', () => {
  const all = walk(['abcd', 'efgh']);
  const failed = walk(['bd', 'fh'], { status: 'failed' });
  const lost = (pages: readonly string[]) => statusKept([all, walk(pages, { status: 'succeeded' }), failed])?.message;
  expect(lost(['ac', 'eg'])).toBeUndefined();
  expect(lost(['ac', 'be'])).toBe('with status=succeeded, page 2 has b, which page 1 with status=failed has too');
  expect(lost(['ac', 'ee'])).toContain('the pages reached by next have items that the rest of the log does not have');
});

test('a page that returns again is reported only for items that identify themselves', () => {
  const name = (letter: string) => letter.repeat(12);
  const of = (pages: readonly string[]): Walk => {
    const plain = walk(pages);
    const items = plain.items.map(name);
    const named = plain.pages.map((read) => ({ ...read, page: { ...read.page, data: read.page.data.map(name) } }));
    return { ...plain, pages: named, items, bag: bagOf(items) };
  };
  expect(repeatsPage([of(['ab', 'ab']), of(['ab', 'cd'])])?.message).toContain('next from page 1');
  expect(repeatsPage([of(['ab', 'ab']), of(['aa', 'bb'])])).toBeUndefined();
  expect(repeatsPage([walk(['ab', 'ab']), walk(['ab', 'cd'])])).toBeUndefined();
});

test('routes go all the way along a walk', () => {
  expect(thereAndBack(3)).toEqual(['next', 'next', 'prev', 'prev']);
  expect(thereBackAndOn(2)).toEqual(['next', 'prev', 'next']);
  expect(thereBackAndOn(1)).toEqual([]);
  expect(steps('prev', -1)).toEqual([]);
});

test('a round trip goes on once more from the last page, the one in the middle and the second', () => {
  expect(roundTrip(3)).toEqual(['next', 'next', 'prev', 'next', 'prev', 'prev', 'next', 'prev']);
  const back = roundTrip(10).slice(9);
  expect(back.map((step) => (step === 'prev' ? 'p' : 'n')).join('')).toBe('pnppppppnppppnp');
});

test('a slow round trip leaves each page by prev as it was reached by next and by prev', () => {
  expect(slowRoundTrip(4).slice(3)).toEqual(['prev', 'next', 'prev', 'prev', 'next', 'prev', 'prev', 'next', 'prev']);
  expect(slowRoundTrip(41)).toEqual(thereAndBack(41));
});

test('a way back from the end has two pages to go back, if the walk has', () => {
  expect(backFromEnd(3)).toEqual(['next', 'next', 'prev', 'prev', 'next']);
  expect(backFromEnd(2)).toEqual(['next', 'prev']);
});
