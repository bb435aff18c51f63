import { expect, test } from 'vitest';
import {
  findCircle,
  findEndless,
  findFirstRepeat,
  findIncomplete,
  findStandstill,
  findUnsteadyTotal,
  type WalkShape,
} from './walk.ts';

/** @param pages the items of each page, one letter each */
function walk(pages: readonly string[], total: number, end: WalkShape['end'] = 'end'): WalkShape {
  return {
    pages: pages.map((data, index) => ({ place: index + 1, page: { data: [...data], totalItems: total } })),
    items: [...pages.join('')],
    total,
    end,
  };
}

test('only a walk that did not end is reported as endless', () => {
  expect(findEndless(walk(['ab', 'ab', 'ab'], 4, 'endless'))).toEqual({
    kind: 'endless',
    message:
      'still has a next after 3 pages and 6 items; expected to end, since totalItems is 4; page 2 repeats a of page 1',
    place: 3,
  });
  for (const end of ['end', 'cut', 'lost', 'refused', 'malformed'] as const)
    expect(findEndless(walk(['ab', 'ab', 'ab'], 4, end))).toBeUndefined();
});

test('an endless walk goes round in a circle where three pages at its end bring nothing new', () => {
  const round = (pages: readonly string[], end: WalkShape['end'] = 'endless') => {
    const { pages: read, ...rest } = walk(pages, 4, end);
    const long = read.map(({ place, page }) => ({
      place,
      page: { ...page, data: page.data.map((item) => item.repeat(12)) },
    }));
    return findCircle({ ...rest, pages: long, items: long.flatMap(({ page }) => page.data) });
  };
  expect(round(['ab', 'cd', 'cd', 'cd', 'cd'])).toMatchObject({ kind: 'endless', place: 3 });
  expect(round(['ab', 'cd', 'ab', 'cd', 'ab'])).toMatchObject({ kind: 'endless', place: 3 });
  expect(round(['ab', 'cd', 'cd', 'cd'])).toBeUndefined();
  expect(round(['ab', 'cd', '', '', '', ''])).toBeUndefined();
  expect(round(['ab', 'cd', 'cd', 'cd', 'cd', 'ce'])).toBeUndefined();
  expect(round(['ab', 'ab', 'cd', 'cd', 'cd', 'cd'])).toBeUndefined();
  expect(round(['ab', 'cd', 'cd', 'cd', 'cd'], 'cut')).toBeUndefined();
  expect(findCircle(walk(['ab', 'cd', 'cd', 'cd', 'cd'], 4, 'endless'))).toBeUndefined();
});

test('a walk must have as many items as its total', () => {
  expect(findIncomplete(walk(['ab', 'cd'], 4))).toBeUndefined();
  expect(findIncomplete(walk(['ab', 'cd'], 5))).toEqual({
    kind: 'incomplete',
    message: 'has 4 items; expected 5, its totalItems',
    place: 2,
  });
  expect(findIncomplete(walk(['ab', 'bc', 'd'], 4))).toEqual({
    kind: 'incomplete',
    message: 'has 5 items; expected 4, its totalItems; page 2 repeats b of page 1',
    place: 2,
  });
  expect(findIncomplete(walk(['ab', 'ccd', 'e'], 5))).toEqual({
    kind: 'incomplete',
    message: 'has 6 items; expected 5, its totalItems; page 2 has c twice',
    place: 2,
  });
});

test('a walk that was cut, met a malformed page or lost a request proves nothing; a rejected cursor does', () => {
  expect(findIncomplete(walk(['ab'], 4, 'cut'))).toBeUndefined();
  expect(findIncomplete(walk(['ab'], 4, 'lost'))).toBeUndefined();
  expect(findIncomplete(walk(['ab'], 4, 'malformed'))).toBeUndefined();
  expect(findIncomplete(walk([], 0, 'refused'))).toBeUndefined();
  expect(findIncomplete(walk(['ab', 'cd'], 6, 'refused'))).toEqual({
    kind: 'next-refused',
    message: 'stops at page 2 with 4 of 6 items: the next cursor was rejected',
    place: 2,
  });
});

test('an endless walk is incomplete only if it has too many items', () => {
  expect(findIncomplete(walk(['ab', 'ab'], 3, 'endless'))).toEqual({
    kind: 'incomplete',
    message: 'has 4 items; expected 3, its totalItems; page 2 repeats a of page 1',
    place: 2,
  });
  expect(findIncomplete(walk(['ab', 'cd', 'ab', 'cd'], 7, 'endless'))?.place).toBe(4);
  expect(findIncomplete(walk(['ab', '', ''], 3, 'endless'))).toBeUndefined();
});

test('every page must have the total of page 1', () => {
  const steady = walk(['ab', 'cd', 'e'], 5);
  expect(findUnsteadyTotal(steady)).toBeUndefined();
  const [first, second, third] = steady.pages;
  const odd = { ...third!, page: { ...third!.page, totalItems: 1 } };
  expect(findUnsteadyTotal({ ...steady, pages: [first!, second!, odd] })).toEqual({
    kind: 'total-changed',
    message: 'has totalItems 1 on page 3; expected 5, as on page 1',
    place: 3,
  });
});

test('the first repeated item is found with both of its pages', () => {
  expect(findFirstRepeat(walk(['ab', 'cd'], 4))).toBeUndefined();
  expect(findFirstRepeat(walk(['ab', 'cb', 'a'], 5))).toEqual({ item: 'b', place: 2, before: 1 });
  expect(findFirstRepeat(walk(['aa'], 2))).toEqual({ item: 'a', place: 1, before: 1 });
});

test('next must lead on to other items, unless the walk has as many as its total', () => {
  expect(findStandstill(walk(['ab', 'cd'], 4))).toBeUndefined();
  expect(findStandstill(walk(['aa', 'aa'], 4))).toBeUndefined();
  expect(findStandstill(walk(['ab', 'ab'], 4))).toBeUndefined();
  expect(findStandstill(walk(['ab', ''], 4))).toMatchObject({ kind: 'stands-still', place: 2 });
  expect(findStandstill(walk(['ab', 'cd', 'ab'], 4))).toMatchObject({ kind: 'stands-still', place: 3 });
  expect(findStandstill(walk(['aa', 'bc', 'bc'], 4))).toMatchObject({ kind: 'stands-still', place: 3 });
});
