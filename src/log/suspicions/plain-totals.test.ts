import { expect, test } from 'vitest';
import { fakeClient, itemsNamed, pageOf } from '../../../test/fake-log.ts';
import type { Exchange } from '../../core/exchange.ts';
import { PlainTotals } from './plain-totals.ts';

const { client } = fakeClient((query) => pageOf(itemsNamed('item', 'status' in query ? 3 : 5), 10, query));

async function search(target: string, status?: number): Promise<Exchange> {
  const { request, response, ...exchange } = await client.send({
    operation: 'logs',
    query: target.includes('?') ? [['status', 'failed']] : [],
  });
  const sent = { ...request, operation: 'logs' as const, webhook: 'wh_1', proper: true, target };
  return { ...exchange, request: sent, response: { ...response!, status: status ?? response!.status } };
}

test('plain searches tell their totals, and how many of them came after another search', async () => {
  const totals = new PlainTotals();
  for (const target of ['/logs', '/logs', '/logs?status=failed', '/logs', '/logs']) totals.note(await search(target));
  expect(totals.of('wh_1')).toMatchObject({ totals: new Set([5]), afterOthers: 1 });
  expect(totals.of('wh_2')).toMatchObject({ totals: new Set(), afterOthers: 0 });
});

test('what is rejected tells nothing', async () => {
  const totals = new PlainTotals();
  for (const one of [await search('/logs?status=failed'), await search('/logs', 404)]) totals.note(one);
  expect(totals.of('wh_1')).toMatchObject({ totals: new Set(), afterOthers: 0 });
});

test('totals that go back count as drops', async () => {
  let size = 0;
  const sizes = [5, 5, 3, 5, 3, 4];
  const log = fakeClient((query) => pageOf(itemsNamed('item', sizes[size++]!), 10, query)).client;
  const totals = new PlainTotals();
  for (const _ of sizes) {
    const { request, ...exchange } = await log.send({ operation: 'logs' });
    totals.note({ ...exchange, request: { ...request, webhook: 'wh_1', proper: true, target: '/logs' } });
  }
  expect(totals.of('wh_1')).toMatchObject({ totals: new Set([5, 3, 4]), drops: 2 });
});
