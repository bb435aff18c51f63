import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../test/fake-log.ts';
import { bagOf } from '../oracles/bag.ts';
import { isDisturbed, walkAmidOthers, walkInStep, walkInTurns } from './walk-in-step.ts';

const where = (status: 'succeeded' | 'failed') => ({ webhook: 'wh_1', query: { status }, form: 'repeated' }) as const;

test('all queries are read page by page together', async () => {
  const { client, sent } = fakeClient((query) => pageOf(itemsNamed(query.status!, 4), 2, query));
  const walks = await walkInStep(client, [where('succeeded'), where('failed')]);
  expect(walks).toEqual(
    ['succeeded', 'failed'].map((name) => ({
      bag: bagOf(itemsNamed(name, 4)),
      total: 4,
      items: itemsNamed(name, 4),
      isCut: false,
      isPartial: false,
      last: expect.anything(),
    })),
  );
  expect(sent).toEqual(['status=succeeded', 'status=failed', 'status=succeeded&next=2', 'status=failed&next=2']);
});

test('of several walks, every other one starts a page later and has as many pages', async () => {
  const { client, sent } = fakeClient((query) => pageOf(itemsNamed(query.status!, 6), 2, query));
  const walks = await walkInStep(client, [where('succeeded'), where('failed'), where('succeeded')], 2);
  expect(walks.map((walk) => walk?.items.length)).toEqual([4, 4, 4]);
  expect(sent).toEqual([
    'status=succeeded',
    'status=succeeded',
    'status=succeeded&next=2',
    'status=failed',
    'status=succeeded&next=2',
    'status=failed&next=2',
  ]);
});

test('a walk that a rejected page cuts short is partial, and one without an end undefined', async () => {
  const rejecting: FakeAnswer = (query) => (query.next === undefined ? pageOf(itemsNamed('item', 4), 2, query) : 503);
  expect(await walkInStep(fakeClient(rejecting).client, [where('failed')])).toEqual([
    {
      bag: bagOf(itemsNamed('item', 2)),
      total: 4,
      items: itemsNamed('item', 2),
      isCut: false,
      isPartial: true,
      last: expect.anything(),
    },
  ]);
  const endless: FakeAnswer = () => ({ data: ['a'], next: 'again', totalItems: 1 });
  expect(await walkInStep(fakeClient(endless).client, [where('failed')])).toEqual([undefined]);
});

test('a walk with other searches between its pages ends where it has more items than alone', async () => {
  const circle: FakeAnswer = (query) =>
    query.status === 'failed' ? { data: ['a', 'b'], next: 'again', totalItems: 3 } : pageOf(['c'], 2, query);
  const { client, sent } = fakeClient(circle);
  const found = await walkAmidOthers(client, where('failed'), [where('succeeded')], { items: 3 });
  const items = ['a', 'b', 'a', 'b'];
  expect(found).toEqual({
    bag: bagOf(items),
    items,
    total: 3,
    isCut: false,
    isPartial: false,
    last: expect.anything(),
  });
  expect(sent).toEqual(['status=failed', 'status=succeeded', 'status=failed&next=again']);
});

test('walks beside each other and amid others are cut after so many pages', async () => {
  const answer: FakeAnswer = (query) => pageOf(itemsNamed('item', query.status === 'failed' ? 6 : 4), 2, query);
  const { client, sent } = fakeClient(answer);
  const [failed, succeeded] = await walkInStep(client, [where('failed'), where('succeeded')], 2);
  expect(failed).toMatchObject({ items: itemsNamed('item', 4), isCut: true });
  expect(succeeded).toMatchObject({ items: itemsNamed('item', 4), isCut: false });
  expect(sent).toHaveLength(4);
  const amid = await walkAmidOthers(client, where('failed'), [where('succeeded')], { items: 6, pages: 2 });
  expect(amid).toMatchObject({ items: itemsNamed('item', 4), isCut: true });
  // Two pages, and a search between them.
  expect(sent).toHaveLength(4 + 3);
});

test('walks in turns read a page each by turns', async () => {
  const answer: FakeAnswer = (query) => pageOf(itemsNamed(query.status!, query.status === 'failed' ? 6 : 4), 2, query);
  const { client, sent } = fakeClient(answer);
  const found = await walkInTurns(client, where('failed'), where('succeeded'), { items: 6 });
  expect(found).toMatchObject({ items: itemsNamed('failed', 6), isCut: false, isPartial: false });
  expect(found?.turns.map(({ isOfOther }) => isOfOther)).toEqual([false, true, false, true, false]);
  expect(sent).toEqual([
    'status=failed',
    'status=succeeded',
    'status=failed&next=2',
    'status=succeeded&next=2',
    'status=failed&next=4',
  ]);
});

test('a walk goes on alone where the one that it takes turns with was rejected, and is cut after so many pages', async () => {
  const answer: FakeAnswer = (query) => (query.status === 'failed' ? pageOf(itemsNamed('item', 8), 2, query) : 429);
  const { client, sent } = fakeClient(answer);
  const found = await walkInTurns(client, where('failed'), where('succeeded'), { items: 8, pages: 3 });
  expect(found).toMatchObject({ items: itemsNamed('item', 6), isCut: true });
  expect(sent).toEqual(['status=failed', 'status=succeeded', 'status=failed&next=2', 'status=failed&next=4']);
});

test('a partial walk is disturbed by an item too many, not by missing ones', () => {
  const alone = bagOf(['a', 'b']);
  expect(isDisturbed({ bag: bagOf(['a']), isPartial: true }, alone)).toBe(false);
  expect(isDisturbed({ bag: bagOf(['c']), isPartial: true }, alone)).toBe(true);
  expect(isDisturbed({ bag: bagOf(['a']), isPartial: false }, alone)).toBe(true);
});
