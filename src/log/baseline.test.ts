import { expect, test } from 'vitest';
import { type FakeAnswer, fakeClient, itemsNamed, pageOf } from '../../test/fake-log.ts';
import { logContext } from '../../test/log-context.ts';
import { systemClock } from '../core/clock.ts';
import type { Depth } from '../core/config.ts';
import { LogMemory } from './log-memory.ts';
import { Logs } from './logs.ts';

const hour = 3_600_000;
const start = Date.now();

/** A log whose item 1 is the newest, one item an hour; it reads `from` and `to` as RFC 3339. */
function timed(count: number, size: number): FakeAnswer {
  const items = itemsNamed('item', count);
  const at = (index: number) => start - (index + 1) * hour;
  return (query) => {
    const [from, to] = [query['from'], query['to']].map((text) => (text === undefined ? undefined : Date.parse(text)));
    if (Number.isNaN(from) || Number.isNaN(to)) return 400;
    const inside = items.filter((_, index) => at(index) >= (from ?? 0) && at(index) <= (to ?? start + hour));
    return pageOf(inside, size, query);
  };
}

/** The same, with a new item before each plain reading. */
function growing(count: number, size: number): FakeAnswer {
  const old = timed(count, size);
  let arrived = 0;
  return (query, webhook) => {
    if (query['to'] !== undefined) return old(query, webhook);
    if (query['next'] === undefined) arrived += 1;
    const all = [...itemsNamed('new', arrived).reverse(), ...itemsNamed('item', count)];
    return pageOf(all, size, query);
  };
}

function logsOver(answer: FakeAnswer, depth: Depth = 'standard', webhooks = ['wh_1']) {
  const fake = fakeClient(answer, depth);
  const settings = {
    ...fake.client.settings,
    fixtures: { ...fake.client.settings.fixtures, webhooks: webhooks.map((id) => ({ id })) },
  };
  const memory = new LogMemory(settings, systemClock);
  return { logs: new Logs(memory, fake.client), memory, ...fake };
}

test('a quiet log is judged as a whole, on a plain walk that was read twice', async () => {
  const { logs } = logsOver(timed(25, 10));
  const { plainWalk, again, scope, window, changing, cut } = await logs.baseline();
  expect(plainWalk.items).toHaveLength(25);
  expect(again?.items).toEqual(plainWalk.items);
  expect({ scope, window, changing, cut }).toEqual({
    scope: { kind: 'whole' },
    window: undefined,
    changing: false,
    cut: false,
  });
});

test('a log whose items are new at each reading is judged by their number, and another one is not', async () => {
  let readings = 0;
  const anew =
    (keeps: string[]): FakeAnswer =>
    (query) => {
      if (query['from'] !== undefined || query['to'] !== undefined) return 400;
      readings += 1;
      return pageOf([...keeps, ...itemsNamed(`reading ${readings} item`, 25 - keeps.length)], 10, query);
    };
  const { t } = await logContext(anew([]));
  const { plainWalk, changing } = await t.logs.baseline();
  expect({ changing, count: plainWalk.items.length, kinds: plainWalk.bag.size }).toEqual({
    changing: false,
    count: 25,
    kinds: 1,
  });
  const other = await (await logContext(anew(['one that stays']))).t.logs.baseline();
  expect(other.plainWalk.bag.size).toBe(25);
});

test('a plain walk that another search ended is read again, alone', async () => {
  const quiet = timed(25, 10);
  let cursors = 0;
  const { logs } = logsOver((query, webhook) => {
    if (query['next'] !== undefined) cursors += 1;
    return cursors === 1 && query['next'] !== undefined ? 410 : quiet(query, webhook);
  });
  const { plainWalk, changing } = await logs.baseline();
  expect({ changing, end: plainWalk.end, items: plainWalk.items.length }).toEqual({
    changing: false,
    end: 'end',
    items: 25,
  });
});

test('the richest log is chosen; at depth quick the shortest one with several pages', async () => {
  const counts: Readonly<Record<string, number>> = { few: 5, some: 35, many: 85 };
  const answer: FakeAnswer = (query, webhook) => timed(counts[webhook] ?? 0, 10)(query, webhook);
  const chosen = async (depth: Depth) => {
    const { log, others } = await logsOver(answer, depth, Object.keys(counts)).logs.baseline();
    return [log.id, ...others.map(({ id }) => id)];
  };
  expect(await chosen('standard')).toEqual(['many', 'few', 'some']);
  expect(await chosen('quick')).toEqual(['some', 'few', 'many']);
});

test('a growing log is judged within a window that keeps still', async () => {
  const { logs } = logsOver(growing(40, 10));
  const { plainWalk, scope, log } = await logs.baseline();
  expect(scope).toMatchObject({ kind: 'window', reason: 'growing' });
  expect(Object.keys(log.scope)).toEqual(['from', 'to']);
  expect(plainWalk.items.every((item) => item.startsWith('item'))).toBe(true);
  const time = await logs.time();
  expect(time.understood && time.sense.cuts.length).toBeGreaterThan(0);
});

test.each([
  { first: 39, kind: 'window' },
  { first: 40, kind: 'whole' },
])('where a log of 40 entries had $first at the start of the run, it is judged within: $kind', async ({
  first,
  kind,
}) => {
  const { logs, memory, client } = logsOver(timed(40, 10));
  const { request, response, ...exchange } = await client.send({ operation: 'logs' });
  const bytes = new TextEncoder().encode(JSON.stringify({ data: ['item'], cursor: { totalItems: first } }));
  memory.note({
    ...exchange,
    request: { ...request, target: '/logs', canonical: true },
    response: { ...response!, bytes },
  });
  expect(await logs.baseline()).toMatchObject({ scope: { kind } });
});

test('a growing log without a time format has no window', async () => {
  let arrived = 0;
  const { logs } = logsOver((query) => {
    if ('from' in query || 'to' in query) return 400;
    if (query['next'] === undefined) arrived += 1;
    return pageOf(itemsNamed('item', 25 + arrived), 10, query);
  });
  expect(await logs.baseline()).toMatchObject({ changing: true, scope: { kind: 'whole' } });
});

test.each([
  { still: 25, judged: 'still' },
  { still: 15, judged: 'live' },
])('beside a growing log without a time format, one that keeps still and has $still items: $judged is judged', async ({
  still,
  judged,
}) => {
  let arrived = 0;
  const answer: FakeAnswer = (query, webhook) => {
    if ('from' in query || 'to' in query) return 400;
    if (webhook === 'live' && query['next'] === undefined) arrived += 1;
    return pageOf(itemsNamed('item', webhook === 'live' ? 45 + arrived : still), 10, query);
  };
  const { log, changing } = await logsOver(answer, 'standard', ['live', 'still']).logs.baseline();
  expect({ id: log.id, changing }).toEqual({ id: judged, changing: judged === 'live' });
});

test('beside a growing log, one that grows slowly is not judged', async () => {
  let arrived = 0;
  let readings = 0;
  const answer: FakeAnswer = (query, webhook) => {
    if ('from' in query || 'to' in query) return 400;
    if (webhook === 'live' && query['next'] === undefined) arrived += 1;
    if (webhook === 'slow' && query['next'] === undefined) readings += 1;
    const count = webhook === 'live' ? 45 + arrived : readings > 1 ? 26 : 25;
    return pageOf(itemsNamed('item', count), 10, query);
  };
  const { log, changing } = await logsOver(answer, 'standard', ['live', 'slow']).logs.baseline();
  expect({ id: log.id, changing }).toEqual({ id: 'live', changing: true });
});

test('a log that is too long is judged within a window of several pages', async () => {
  for (const depth of ['standard', 'quick'] as const) {
    const { logs } = logsOver(timed(300, 10), depth);
    const { plainWalk, scope, cut } = await logs.baseline();
    expect(cut).toBe(false);
    expect(scope).toMatchObject({ kind: 'window', reason: 'too-long' });
    expect(plainWalk).toMatchObject({ end: 'end' });
    expect(plainWalk.pages.length).toBeGreaterThan(2);
    expect(plainWalk.pages.length).toBeLessThan(15);
  }
});

test('a log that is too long, without a time format, stays cut', async () => {
  const items = itemsNamed('item', 300);
  const { logs } = logsOver((query) => ('from' in query || 'to' in query ? 400 : pageOf(items, 10, query)));
  expect(await logs.baseline()).toMatchObject({ cut: true, plainWalk: { end: 'cut' }, scope: { kind: 'whole' } });
});

test('a log that grows behind a cache of plain searches is judged within a window', async () => {
  const old = timed(25, 10);
  let searches = 0;
  const { logs } = logsOver((query, webhook) => {
    const answer = old(query, webhook);
    const { from, to } = query;
    const isWide =
      from === undefined
        ? Date.parse(to ?? '') > start + hour
        : to === undefined && Date.parse(from) < start - 90_000 * hour;
    if (!isWide || typeof answer === 'number') return answer;
    searches += 1;
    return { ...answer, totalItems: answer.totalItems + searches };
  });
  const { scope, plainWalk } = await logs.baseline();
  expect(scope.kind).toBe('window');
  expect(plainWalk.items).toHaveLength(25);
});

test('a page that leads on, and lacks an item when it is measured, is found by its own cursor', async () => {
  let lacking = false;
  const whole = timed(25, 10);
  const { logs } = logsOver((query, webhook) => {
    const answer = whole(query, webhook);
    if (!lacking || typeof answer === 'number' || query['next'] !== undefined) return answer;
    return { ...answer, data: answer.data.slice(0, -1) };
  });
  const { log } = await logs.baseline();
  await log.walk({ status: 'succeeded' });
  lacking = true;
  await logs.measure({ status: 'failed' });
  lacking = false;
  const [brief, ...others] = await logs.briefPages();
  expect(others).toEqual([]);
  await log.walkOnFrom(brief!.query, brief!.exchange);
  expect(log.inconsistent.map(({ query, items, total }) => [query, items.length, total])).toEqual([
    [{ status: 'failed' }, 24, 25],
  ]);
});

test('two readers of one memory share what was read', async () => {
  const { logs, memory, client, sent, noted } = logsOver(timed(25, 10));
  const first = await logs.baseline();
  const requests = sent.length;
  noted.length = 0;
  const second = await new Logs(memory, client).baseline();
  expect(second.plainWalk).toBe(first.plainWalk);
  expect(sent).toHaveLength(requests);
  const read = [first.plainWalk, first.again!].flatMap(({ pages }) => pages.map(({ exchange }) => exchange.number));
  expect(noted).toEqual(read);
});

test('sort names are those that the log accepts', async () => {
  const items = itemsNamed('item', 25);
  const answer: FakeAnswer = (query) =>
    ['timestamp', 'status', undefined].includes(query['sortBy']) ? pageOf(items, 10, query) : 400;
  expect(await logsOver(answer).logs.sorts()).toEqual(['timestamp', 'status']);
  expect(await logsOver(answer, 'quick').logs.sorts()).toEqual(['timestamp']);
});
