import { expect, test } from 'vitest';
import { bagOf } from '../oracles/bag.ts';
import type { LogQuery } from './query.ts';
import { pointsOfNavigation, pointsOfWalks } from './situations.ts';
import type { ReadPage, Walk } from './walk.ts';

type Cursors = Partial<Record<'next' | 'prev', string>>;

const page = (place: number, reachedBy: ReadPage['reachedBy'], data: readonly string[], cursors: Cursors = {}) =>
  ({ place, reachedBy, page: { data, totalItems: 5, ...cursors } }) as unknown as ReadPage;

function walkOf(pages: readonly (readonly string[])[], query: LogQuery = {}, end: Walk['end'] = 'end'): Walk {
  const items = pages.flat();
  const read = pages.map((data, index) => page(index + 1, index === 0 ? 'first' : 'next', data));
  return { webhook: 'w', query, form: 'repeated', pages: read, items, bag: bagOf(items), total: items.length, end };
}

const entry = (minute: number) => JSON.stringify({ createdAt: `2026-01-01T10:0${minute}:00Z` });

test('a walk of one page meets nothing but what its query asks for', () => {
  expect(pointsOfWalks([walkOf([['a', 'b']], { status: 'failed', sortDirection: 'desc' })])).toEqual([]);
  expect(pointsOfWalks([walkOf([[]], { from: '2099-01-01' })])).toEqual([
    'a result without items',
    'a range beyond the log',
  ]);
});

test('a walk of several pages meets borders, pages of one item, and what is kept across a border', () => {
  expect(pointsOfWalks([walkOf([['a', 'b'], ['c', 'd'], ['e']], { status: 'failed', sortDirection: 'desc' })])).toEqual(
    [
      'a page border',
      'a walk of three pages',
      'a page of exactly one item',
      'a status across a page border',
      'a direction across a page border',
      'a status under desc across a page border',
    ],
  );
});

test('items of one time on both sides of a border are a tie', () => {
  const tie = walkOf([
    [entry(1), entry(2)],
    [entry(2), entry(3)],
  ]);
  const none = walkOf([
    [entry(1), entry(2)],
    [entry(3), entry(4)],
  ]);
  expect(pointsOfWalks([tie])).toContain('a tie at a page border');
  expect(pointsOfWalks([none])).not.toContain('a tie at a page border');
});

test('both statuses need items of both', () => {
  const succeeded = walkOf([['a']], { status: 'succeeded' });
  expect(pointsOfWalks([succeeded, walkOf([['b']], { status: 'failed' })])).toEqual(['both statuses']);
  expect(pointsOfWalks([succeeded, walkOf([[]], { status: 'failed' })])).not.toContain('both statuses');
});

test('a walk that was cut or rejected meets what its pages show, and a rejected one is not empty', () => {
  expect(
    pointsOfWalks([
      walkOf(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        {},
        'cut',
      ),
    ]),
  ).toEqual(['a page border']);
  expect(pointsOfWalks([walkOf([], { from: '2099-01-01' }, 'refused')])).toEqual([]);
});

test('a navigation meets where its prev steps began, and whether next led on', () => {
  const pages = [
    page(1, 'first', ['a', 'b'], { next: 'n' }),
    page(2, 'next', ['c'], { prev: 'p' }),
    page(3, 'prev', ['a', 'b'], { next: 'n' }),
    page(4, 'next', ['c'], { prev: 'p' }),
  ];
  expect(pointsOfNavigation({ pages, known: [] }, { status: 'failed' })).toEqual([
    'prev from a later page',
    'prev from the last page',
    'prev from a page of one item',
    'prev under a filter',
    'next after prev',
  ]);
  expect(pointsOfNavigation({ pages: pages.slice(0, 2), known: [] }, {})).toEqual([]);
});
