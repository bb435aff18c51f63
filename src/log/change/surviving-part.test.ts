import { expect, test } from 'vitest';
import { fakeClient, itemsNamed, pageOf } from '../../../test/fake-log.ts';
import { permutes } from '../relations/walk-relations.ts';
import { WebhookLog } from '../webhook-log.ts';
import { createWebhookMemory } from '../webhook-memory.ts';

const queries = [{}, { sortDirection: 'asc' }, { sortDirection: 'desc' }] as const;

/** A log of 25 entries, newest first, that loses its oldest entry with each walk. `shown` changes what a walk returns. */
function losingLog(shown: (items: readonly string[], query: Readonly<Record<string, string>>) => readonly string[]) {
  let walks = 0;
  let listed: readonly string[] = [];
  const { client, sent } = fakeClient((query) => {
    if (query['next'] === undefined) listed = shown(itemsNamed('item', 25).slice(0, 25 - walks++), query);
    return pageOf([...listed], 10, query);
  });
  return { log: new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), client), sent };
}

async function readTwice(log: WebhookLog) {
  for (const query of queries) await log.walk(query);
  await log.read({});
}

test('a relation that holds for the remaining entries is not read again', async () => {
  const { log, sent } = losingLog((items) => items);
  await readTwice(log);
  sent.length = 0;
  for (const query of queries) expect(await log.checkRelation([{}, query], permutes)).toMatchObject({ kind: 'holds' });
  expect(sent).toEqual([]);
  expect(log.disturbed).toEqual([]);
});

test('a plain walk that is older than the compared walks is read again', async () => {
  const { log, sent } = losingLog((items) => items);
  await readTwice(log);
  await log.walk({ status: 'failed' });
  sent.length = 0;
  const result = await log.checkRelation([{}, { status: 'failed' }], permutes);
  expect(result).toMatchObject({ kind: 'holds' });
  expect(sent).toEqual(['', 'next=10']);
});

test('a walk without an entry that is still there is followed by controlled reads', async () => {
  const { log, sent } = losingLog((items, { sortDirection }) => (sortDirection === 'asc' ? items.slice(1) : items));
  await readTwice(log);
  sent.length = 0;
  expect(await log.checkRelation(queries.slice(0, 2), permutes)).not.toMatchObject({ kind: 'holds' });
  expect(sent.length).toBeGreaterThan(6);
});

test('a walk with fewer items than its totals is followed by controlled reads', async () => {
  const { log, sent } = losingLog((items) => items);
  await readTwice(log);
  const walk = await log.walk(queries[1]);
  const short = { ...walk, items: walk.items.slice(1), total: walk.total };
  log.memory.walks.set('sortDirection=asc', Promise.resolve(short));
  sent.length = 0;
  await log.checkRelation(queries.slice(0, 2), permutes);
  expect(sent.length).toBeGreaterThan(6);
});
