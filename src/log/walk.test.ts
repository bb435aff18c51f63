import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../test/fake-log.ts';
import { exchangesOf, isConsistent, isLongWalk, type WalkLimits, walk } from './walk.ts';

const where = { webhook: 'wh_1', query: {}, form: 'repeated' } as const;
const wide: WalkLimits = { pages: 1000, items: 100_000 };
const listOf = (count: number, size: number): FakeAnswer => {
  const items = itemsNamed('item', count);
  return (query) => pageOf(items, size, query);
};
const walkOver = (answer: FakeAnswer, limits: Partial<WalkLimits> = {}) =>
  walk(fakeClient(answer).client, where, { ...wide, ...limits });

test('a walk follows next from the first page to the end', async () => {
  const { pages, items, total, end, last } = await walkOver(listOf(25, 10));
  expect({ end, total, last, items }).toEqual({
    end: 'end',
    total: 25,
    last: undefined,
    items: itemsNamed('item', 25),
  });
  expect(pages.map(({ place, reachedBy }) => `${place} ${reachedBy}`)).toEqual(['1 first', '2 next', '3 next']);
});

test('a walk is cut after its limit of pages or of items', async () => {
  expect(await walkOver(listOf(90, 10), { pages: 4 })).toMatchObject({ end: 'cut', total: 90 });
  expect((await walkOver(listOf(90, 10), { items: 35 })).items).toHaveLength(40);
});

test('an early limit cuts a walk only if more than one page remains', async () => {
  expect(await walkOver(listOf(41, 10), { early: 3 })).toMatchObject({ end: 'cut', pages: { length: 3 } });
  expect(await walkOver(listOf(40, 10), { early: 3 })).toMatchObject({ end: 'end', pages: { length: 4 } });
});

test('a walk that was cut early is continued from its last page', async () => {
  const { client, sent } = fakeClient(listOf(61, 10));
  const begun = await walk(client, where, { ...wide, early: 3 });
  const whole = await walk(client, where, wide, { begun });
  expect(whole).toMatchObject({ end: 'end', items: itemsNamed('item', 61) });
  expect(sent).toHaveLength(7);
});

test('a walk ends where an empty page leads to an empty one, once it has its items', async () => {
  const items = itemsNamed('item', 25);
  const polling = (next: (start: number) => string): FakeAnswer => {
    return ({ next: from = '0' }) => {
      const start = Number(String(from).split('-')[0]);
      const data = items.slice(start, start + 10);
      return { data, next: next(start + data.length), totalItems: items.length };
    };
  };
  let count = 0;
  const pagesOf = async (answer: FakeAnswer) => {
    const { end, pages } = await walkOver(answer);
    return [end, pages.length];
  };
  expect(await pagesOf(polling(String))).toEqual(['end', 4]);
  expect(await pagesOf(polling((start) => `${start}-${++count}`))).toEqual(['end', 5]);
  expect(await pagesOf(() => ({ data: [], next: 'later', totalItems: 0 }))).toEqual(['end', 2]);
});

const listIn = (items: readonly string[], size: number): FakeAnswer => {
  return (query) => pageOf(items, size, query);
};

test('a walk that begins as a known one, page by page, is taken to go on as it does', async () => {
  const items = itemsNamed('item', 80);
  const known = await walkOver(listIn(items, 10));
  const { client, sent } = fakeClient(listIn(items, 10));
  const alike = await walk(client, where, wide, { like: known });
  expect(sent).toHaveLength(3);
  expect(alike).toMatchObject({ end: 'end', items, total: 80, isStandIn: true, pages: { length: 8 } });
  expect(isConsistent(alike)).toBe(true);
});

test('a walk that differs from a known one on its first pages, or ends soon after them, is read to its end', async () => {
  const items = itemsNamed('item', 80);
  const known = await walkOver(listIn(items, 10));
  const pagesRead = async (answer: FakeAnswer, like = known) => {
    const { client, sent } = fakeClient(answer);
    expect((await walk(client, where, wide, { like })).isStandIn).toBeUndefined();
    return sent.length;
  };
  const swapped = [...items.slice(0, 28), items[29]!, items[28]!, ...items.slice(30)];
  expect(await pagesRead(listIn(swapped, 10))).toBe(8);
  expect(await pagesRead(listIn(items, 20))).toBe(4);
  expect(await pagesRead(listIn([...items, 'another'], 10))).toBe(9);
  expect(await pagesRead(listIn(items.slice(0, 40), 10), await walkOver(listIn(items.slice(0, 40), 10)))).toBe(4);
});

test('a walk whose only page is known sends nothing', async () => {
  const [only] = (await walkOver(listOf(5, 10))).pages;
  const { client, sent } = fakeClient(listOf(5, 10));
  expect(await walk(client, where, wide, { first: only!.exchange })).toMatchObject({
    end: 'end',
    items: { length: 5 },
  });
  expect(sent).toEqual([]);
});

test('a walk with more pages than its total allows is endless, unless the unfiltered log explains them', async () => {
  const empty: FakeAnswer = () => ({ data: [], next: 'again', totalItems: 2 });
  expect(await walkOver(empty)).toMatchObject({ end: 'endless', pages: { length: 13 } });
  expect(await walkOver(empty, { unfiltered: 20, pages: 25 })).toMatchObject({ end: 'cut', pages: { length: 25 } });
});

test('a walk with many more items than its total is endless', async () => {
  const circle: FakeAnswer = () => ({ data: itemsNamed('item', 10), next: 'again', totalItems: 20 });
  const { end, items } = await walkOver(circle);
  expect(end).toBe('endless');
  expect(items).toHaveLength(90);
});

test('a total that grows during the walk raises the limit', async () => {
  let pages = 0;
  const growing: FakeAnswer = () => {
    pages += 1;
    return { data: [`item${pages}`], next: pages < 30 ? 'on' : undefined, totalItems: pages };
  };
  expect(await walkOver(growing)).toMatchObject({ end: 'end', items: { length: 30 } });
});

test('a walk that meets a rejection or a malformed page keeps the exchange that ended it', async () => {
  const ends = async (answer: FakeAnswer) => {
    const read = await walkOver(answer);
    return [read.end, read.pages.length, read.total, read.last?.response?.status, exchangesOf(read).length];
  };
  expect(await ends(() => 403)).toEqual(['refused', 0, -1, 403, 0]);
  expect(await ends(() => 503)).toEqual(['lost', 0, -1, 503, 0]);
  const items = itemsNamed('item', 25);
  expect(await ends((query) => ('next' in query ? 404 : pageOf(items, 10, query)))).toEqual(['refused', 1, 25, 404, 2]);
  expect(await ends((query) => ('next' in query ? 204 : pageOf(items, 10, query)))).toEqual([
    'malformed',
    1,
    25,
    204,
    2,
  ]);
});

test('the cursor style decides whether parameters are sent again beside a cursor', async () => {
  const sentAs = async (form: 'alone' | 'repeated') => {
    const { client, sent } = fakeClient(listOf(15, 10));
    await walk(client, { webhook: 'wh_1', query: { status: 'failed', sortDirection: 'asc' }, form }, wide);
    return sent;
  };
  expect(await sentAs('alone')).toEqual(['sortDirection=asc&status=failed', 'next=10']);
  expect(await sentAs('repeated')).toEqual([
    'sortDirection=asc&status=failed',
    'sortDirection=asc&status=failed&next=10',
  ]);
});

test('a walk is consistent if it ended and has as many items as every total', async () => {
  expect(isConsistent(await walkOver(listOf(25, 10)))).toBe(true);
  expect(isConsistent(await walkOver(listOf(90, 10), { pages: 4 }))).toBe(false);
  const items = itemsNamed('item', 25);
  const twoTotals: FakeAnswer = (query) => ({ ...pageOf(items, 10, query), totalItems: 'next' in query ? 24 : 25 });
  expect(isConsistent(await walkOver(twoTotals))).toBe(false);
});

test('a walk is long beyond sixty pages', async () => {
  expect(isLongWalk(await walkOver(listOf(60, 1)))).toBe(false);
  expect(isLongWalk(await walkOver(listOf(61, 1)))).toBe(true);
});
