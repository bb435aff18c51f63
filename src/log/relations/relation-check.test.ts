import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../../test/fake-log.ts';
import { sameBag } from '../../oracles/relations.ts';
import type { LogQuery } from '../query.ts';
import { WebhookLog } from '../webhook-log.ts';
import { createWebhookMemory } from '../webhook-memory.ts';
import type { Oracle } from './relation-check.ts';

const items = itemsNamed('item', 25);
const queries: readonly LogQuery[] = [{}, { sortDirection: 'asc' }];

/** Both walks must have the same items. */
const sameItems: Oracle = ([one, other]) => {
  const found = sameBag({ name: 'plain', bag: one!.bag }, { name: 'ascending', bag: other!.bag });
  return found === undefined ? undefined : { ...found, proof: [] };
};

const logOver = (answer: FakeAnswer) => {
  const fake = fakeClient(answer);
  return { log: new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), fake.client), ...fake };
};

test('a relation that holds between shared walks is read once', async () => {
  const { log, sent } = logOver((query) => pageOf(items, 10, query));
  expect(await log.checkRelation(queries, sameItems)).toMatchObject({ kind: 'holds', exchanges: 6 });
  expect(await log.checkRelation(queries, sameItems)).toMatchObject({ kind: 'holds', exchanges: 6 });
  expect(sent).toHaveLength(6);
});

test('walks served from memory are noted as used', async () => {
  const { log, noted } = logOver((query) => pageOf(items, 10, query));
  await log.walk();
  expect(noted).toEqual([]);
  await log.walk();
  expect(noted).toEqual([1, 2, 3]);
});

test('a relation is broken if it fails between readings that agree with their repetition', async () => {
  const { log } = logOver((query) => pageOf(query['sortDirection'] === 'asc' ? items.slice(1) : items, 10, query));
  const result = await log.checkRelation(queries, sameItems);
  expect(result).toMatchObject({ kind: 'broken', found: { kind: 'bags-differ' } });
  // Six shared ones, a round of six in their cursor style that agrees with them, and two in the other style.
  expect(result.exchanges).toBe(24);
});

test('the second reading of the baseline controls a finding of the plain walk', async () => {
  const { log, sent } = logOver((query) => pageOf(items.slice(1), 10, query));
  await log.walk();
  const again = await log.read({});
  log.memory.again = again;
  sent.length = 0;
  const tooFew: Oracle = ([walk]) => (walk!.items.length < 25 ? { message: 'too few', proof: [] } : undefined);
  expect(await log.checkRelation([{}], tooFew)).toMatchObject({ kind: 'broken', walks: [again] });
  expect(sent).toEqual([]);
});

test('shared walks that were disturbed do not count as a reading', async () => {
  let reads = 0;
  const { log } = logOver((query) => {
    if (query['next'] === undefined) reads += 1;
    return pageOf(reads === 1 ? items.slice(3) : items.slice(1), 10, query);
  });
  const tooFew: Oracle = ([walk]) => (walk!.items.length < 25 ? { message: 'too few', proof: [] } : undefined);
  expect(await log.checkRelation([{}], tooFew)).toMatchObject({ kind: 'broken' });
  expect(reads).toBe(3);
});

test('a relation that fails once and holds when read alone is remembered as disturbed', async () => {
  let requests = 0;
  const { log } = logOver((query) => {
    requests += 1;
    return pageOf(requests === 1 ? items.slice(1, 9) : items, 10, query);
  });
  expect((await log.checkRelation(queries, sameItems)).kind).toBe('holds');
  expect(log.disturbed).toEqual([queries]);
});

test('a query that answers differently each time is unstable, and the pair of readings is kept', async () => {
  let reads = 0;
  const { log } = logOver((query) => {
    if (query['next'] === undefined) reads += 1;
    return pageOf(items.slice(0, 25 - (reads % 3)), 10, query);
  });
  expect((await log.controlRelation([{}], () => undefined)).kind).toBe('unstable');
  expect(log.unstable).toHaveLength(1);
});

test('a log that grows between all readings is live', async () => {
  let reads = 0;
  const { log } = logOver((query) => {
    if (query['next'] === undefined) reads += 1;
    return pageOf(itemsNamed('item', 20 + reads), 10, query);
  });
  expect(await log.controlRelation([{}], () => undefined)).toMatchObject({ kind: 'live' });
});

test('the cursor style that keeps the parameters is found and kept', async () => {
  // Parameters beside a cursor are rejected: the cursor keeps them.
  const { log, sent } = logOver((query) => ('next' in query && 'status' in query ? 400 : pageOf(items, 10, query)));
  expect(await log.walk({ status: 'failed' })).toMatchObject({ end: 'end', form: 'alone' });
  expect(log.form).toBe('alone');
  sent.length = 0;
  await log.walk({ status: 'succeeded' });
  expect(sent).toEqual(['status=succeeded', 'next=10', 'next=20']);
});

test('a search that selects the whole log shows which cursor style is accepted, but not which one keeps the parameters', async () => {
  const { log, sent } = logOver((query) => ('next' in query && 'status' in query ? 400 : pageOf(items, 10, query)));
  await log.walk();
  expect(await log.walk({ status: 'failed' })).toMatchObject({ end: 'end', form: 'alone' });
  expect(log.memory.cursor.form).toBeUndefined();
  sent.length = 0;
  await log.walk({ status: 'succeeded' });
  expect(sent).toEqual(['status=succeeded', 'next=10', 'next=20']);
});

test('a cursor style that was accepted once gives way to the one that keeps the parameters', async () => {
  let isRejected = true;
  const { log } = logOver((query) => {
    if ('next' in query && 'status' in query && isRejected) return 400;
    return pageOf(query['status'] === 'succeeded' ? items.slice(0, 15) : items, 10, query);
  });
  await log.walk();
  await log.walk({ status: 'failed' });
  expect(log.form).toBe('alone');
  isRejected = false;
  // A cursor alone leads on in the whole log here.
  expect(await log.walk({ status: 'succeeded' })).toMatchObject({ end: 'end', form: 'repeated' });
  expect(log.form).toBe('repeated');
});
