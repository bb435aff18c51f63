import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../test/fake-log.ts';
import { bagOf } from '../oracles/bag.ts';
import { walkInStep } from './walk-in-step.ts';

const where = (status: 'succeeded' | 'failed') => ({ webhook: 'wh_1', query: { status }, form: 'repeated' }) as const;

test('all queries are read page by page together', async () => {
  const { client, sent } = fakeClient((query) => pageOf(itemsNamed(query.status!, 4), 2, query));
  const bags = await walkInStep(client, [where('succeeded'), where('failed')]);
  expect(bags).toEqual([bagOf(itemsNamed('succeeded', 4)), bagOf(itemsNamed('failed', 4))]);
  expect(sent).toEqual(['status=succeeded', 'status=failed', 'status=succeeded&next=2', 'status=failed&next=2']);
});

test('a walk that a rejected page cuts short, or without an end, is undefined', async () => {
  const rejecting: FakeAnswer = (query) => (query.next === undefined ? pageOf(itemsNamed('item', 4), 2, query) : 503);
  expect(await walkInStep(fakeClient(rejecting).client, [where('failed')])).toEqual([undefined]);
  const endless: FakeAnswer = () => ({ data: ['a'], next: 'again', totalItems: 1 });
  expect(await walkInStep(fakeClient(endless).client, [where('failed')])).toEqual([undefined]);
});
