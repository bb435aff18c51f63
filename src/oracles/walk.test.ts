import { expect, test } from 'vitest';
import { findEndless, findFirstRepeat, findIncomplete, findUnsteadyTotal, type WalkShape } from './walk.ts';

/** @param pages the items of each page, one letter each */
function walk(pages: readonly string[], total: number, end: WalkShape['end'] = 'end'): WalkShape {
  return {
    pages: pages.map((data, index) => ({ place: index + 1, page: { data: [...data], totalItems: total } })),
    items: [...pages.join('')],
    total,
    end,
  };
}

test('only a walk that was found endless is one', () => {
  expect(findEndless(walk(['ab', 'ab', 'ab'], 4, 'endless'))).toEqual({
    message: 'still has a next after 3 pages and 6 items, totalItems says 4; page 2 has a that page 1 had',
    place: 3,
  });
  for (const end of ['end', 'cut', 'refused', 'malformed'] as const)
    expect(findEndless(walk(['ab', 'ab', 'ab'], 4, end))).toBeUndefined();
});

test('a whole walk has as many items as its total says', () => {
  expect(findIncomplete(walk(['ab', 'cd'], 4))).toBeUndefined();
  expect(findIncomplete(walk(['ab', 'cd'], 5))).toEqual({ message: 'yields 4 items, totalItems says 5', place: 2 });
  expect(findIncomplete(walk(['ab', 'bc', 'd'], 4))).toEqual({
    message: 'yields 5 items, totalItems says 4; page 2 has b that page 1 had',
    place: 2,
  });
  expect(findIncomplete(walk(['ab', 'ccd', 'e'], 5))).toEqual({
    message: 'yields 6 items, totalItems says 5; page 2 has c twice',
    place: 2,
  });
});

test('what was cut, or met no page, shows nothing; a refusal on the way does', () => {
  expect(findIncomplete(walk(['ab'], 4, 'cut'))).toBeUndefined();
  expect(findIncomplete(walk(['ab'], 4, 'malformed'))).toBeUndefined();
  expect(findIncomplete(walk([], 0, 'refused'))).toBeUndefined();
  expect(findIncomplete(walk(['ab', 'cd'], 6, 'refused'))).toEqual({
    message: 'stops at page 2 of its way to 6 items: its next is refused',
    place: 2,
  });
});

test('an endless walk yields too many, or shows nothing here', () => {
  expect(findIncomplete(walk(['ab', 'ab'], 3, 'endless'))).toEqual({
    message: 'yields 4 items, totalItems says 3; page 2 has a that page 1 had',
    place: 2,
  });
  expect(findIncomplete(walk(['ab', 'cd', 'ab', 'cd'], 7, 'endless'))?.place).toBe(4);
  expect(findIncomplete(walk(['ab', '', ''], 3, 'endless'))).toBeUndefined();
});

test('the total of page 1 stands on every page', () => {
  const steady = walk(['ab', 'cd', 'e'], 5);
  expect(findUnsteadyTotal(steady)).toBeUndefined();
  const [first, second, third] = steady.pages;
  const odd = { ...third!, page: { ...third!.page, totalItems: 1 } };
  expect(findUnsteadyTotal({ ...steady, pages: [first!, second!, odd] })).toEqual({
    message: 'says totalItems 5 on page 1 and 1 on page 3',
    place: 3,
  });
});

test('the first item that came before', () => {
  expect(findFirstRepeat(walk(['ab', 'cd'], 4))).toBeUndefined();
  expect(findFirstRepeat(walk(['ab', 'cb', 'a'], 5))).toEqual({ item: 'b', place: 2, before: 1 });
  expect(findFirstRepeat(walk(['aa'], 2))).toEqual({ item: 'a', place: 1, before: 1 });
});
