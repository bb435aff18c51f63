/** Views of one client: what each counts, what runs beside others, and what runs alone. */
import { expect, test } from 'vitest';
import { clientOf, ok, search, serving } from '../../test/tiny-server.ts';
import { ExchangeTally } from './evidence/exchange-tally.ts';

test('requests in flight stay within the limit, and an exclusive one has none beside it', async () => {
  let flying = 0;
  let most = 0;
  let beside = 0;
  const base = await serving((request, response) => {
    flying += 1;
    most = Math.max(most, flying);
    if (request.url?.includes('alone')) beside = Math.max(beside, flying - 1);
    setTimeout(() => {
      flying -= 1;
      ok(response);
    }, 10);
  });
  const client = clientOf(base, { concurrency: 4 });
  const many = () => Promise.all(Array.from({ length: 12 }, () => client.send(search)));
  const alone = client.exclusively((alone) => alone.send({ ...search, query: [['sortBy', 'alone']] }));
  await Promise.all([many(), alone, many()]);
  expect([most, beside]).toEqual([4, 0]);
  expect(client.usage.inFlight.limit).toBe(4);
  expect(client.usage.inFlight.average).toBeGreaterThan(1);
});

test('exchanges are counted for the view that sends them and for those around it', async () => {
  const client = clientOf(await serving((_request, response) => ok(response)));
  const outer = new ExchangeTally();
  const inner = new ExchangeTally();
  const counting = client.counting(outer);
  await counting.send(search);
  const nested = counting.counting(inner);
  await Promise.all([nested.send(search), nested.send(search)]);
  await client.send(search);
  expect([outer.count, inner.count, client.usage.sent]).toEqual([3, 2, 4]);
});

test('what seems wrong is looked into before requests that wait for others', async () => {
  const client = clientOf(await serving((_request, response) => ok(response)), { concurrency: 1 });
  const order: string[] = [];
  const send = (id: string) =>
    client
      .counting(new ExchangeTally(), id)
      .send(search)
      .then(() => order.push(id));
  const usual = ['a', 'b', 'c'].map(send);
  client.counting(new ExchangeTally(), 'suspect').lookIntoFirst();
  await Promise.all([...usual, send('suspect')]);
  expect(order).toEqual(['a', 'suspect', 'b', 'c']);
});

test('exclusive work sends through its own views, nested ones too, while other views wait', async () => {
  const client = clientOf(await serving((_request, response) => ok(response)));
  const order: string[] = [];
  let outside: Promise<unknown> = Promise.resolve();
  await client.exclusively(async (alone) => {
    outside = client.send(search).then(() => order.push('outside'));
    await Promise.all([alone.send(search), alone.counting(new ExchangeTally()).send(search)]);
    await alone.exclusively((still) => still.send(search));
    order.push('inside');
  });
  await outside;
  expect(order).toEqual(['inside', 'outside']);
});

test('work that confirms a finding keeps its exclusive part apart from its other requests', async () => {
  const client = clientOf(await serving((_request, response) => ok(response)));
  const order: string[] = [];
  await client.confirm({ oneByOne: true }, async (confirming) => {
    const first = confirming.exclusively(async (alone) => {
      for (const step of [1, 2]) await alone.send(search).then(() => order.push(`alone ${step}`));
    });
    await Promise.all([first, confirming.send(search).then(() => order.push('beside'))]);
  });
  expect(order).toEqual(['alone 1', 'alone 2', 'beside']);
});

test('shared exchanges are not counted, and each requirement draws its own fresh values', async () => {
  const settings = { freshKey: 'k' };
  const base = await serving((_request, response) => ok(response));
  const ledger = new ExchangeTally();
  const client = clientOf(base, settings).counting(ledger, 'a/row');
  expect((await client.sharing('positive controls').send(search)).shared).toBe(true);
  expect(ledger.count).toBe(0);
  const again = clientOf(base, settings).counting(ledger, 'a/row');
  const others = clientOf(base, settings).counting(ledger, 'another/row');
  expect([client.fresh(), client.fresh()]).toEqual([again.fresh(), again.fresh()]);
  expect(client.fresh()).not.toBe(others.fresh());
});
