import { expect, test } from 'vitest';
import { pageOf } from '../../../test/fake-log.ts';
import { logContext } from '../../../test/log-context.ts';
import { knownInstants, knownStatuses, knownTimes } from './item-truth.ts';

const at = (hour: number) => `2026-01-31T${String(hour).padStart(2, '0')}:00:00Z`;
const items = [1, 2, 3].map((hour) =>
  JSON.stringify({ status: hour === 2 ? 'failed' : 'succeeded', createdAt: at(hour) }),
);
const answer = (query: Readonly<Record<string, string>>) => pageOf(items, 10, query);
const json = { encoding: 'json', status: '/status', time: '/createdAt' } as const;

test('items tell their time and status where that is declared', async () => {
  const { t } = await logContext(answer, { declares: { item: json } });
  const baseline = await t.baseline();
  expect([...knownTimes(t, baseline).values()]).toEqual([1, 2, 3].map((hour) => Date.parse(at(hour))));
  expect([...knownStatuses(t, baseline).values()]).toEqual(['succeeded', 'failed', 'succeeded']);
});

test('nothing is known of items that are opaque, by declaration or by default', async () => {
  for (const declares of [{}, { item: { ...json, encoding: 'opaque' } as const }]) {
    const { t } = await logContext(answer, { declares });
    const baseline = await t.baseline();
    expect(knownTimes(t, baseline).size).toBe(0);
    expect(knownStatuses(t, baseline).size).toBe(0);
  }
});

test('a truth file wins over what items tell, and an item of both statuses has none', async () => {
  const truth = [
    { item: items[0]!, status: 'failed', at: at(9) },
    { item: items[1]!, status: 'failed' },
    { item: items[1]!, status: 'succeeded' },
  ] as const;
  const { t } = await logContext(answer, { declares: { item: json }, webhooks: [{ id: 'wh_1', truth }] });
  const baseline = await t.baseline();
  expect(knownTimes(t, baseline)).toEqual(new Map([[items[0], Date.parse(at(9))]]));
  expect(knownStatuses(t, baseline)).toEqual(new Map([[items[0], 'failed']]));
});

test('numbers are epoch seconds or milliseconds, by their size; values that are not times are left out', async () => {
  const seconds = Date.parse(at(1)) / 1000;
  const timed = [{ at: seconds }, { at: seconds * 1000 }, { at: 'soon' }, { at: { hour: 1 } }, {}].map((one) =>
    JSON.stringify(one),
  );
  const { t } = await logContext((query) => pageOf(timed, 10, query), {
    declares: { item: { encoding: 'json', time: '/at' } },
  });
  const times = knownTimes(t, await t.baseline());
  expect([...times.values()]).toEqual([seconds * 1000, seconds * 1000]);
});

test('a time without a zone, and an item that is told at several times, have no instant', async () => {
  const truth = [
    { item: items[0]!, status: 'failed', at: at(9) },
    { item: items[1]!, status: 'failed', at: '2026-01-31T02:00:00' },
    { item: items[2]!, status: 'failed', at: at(3) },
    { item: items[2]!, status: 'failed', at: at(4) },
  ] as const;
  const { t } = await logContext(answer, { webhooks: [{ id: 'wh_1', truth }] });
  expect(knownInstants(t, await t.baseline())).toEqual(new Map([[items[0], Date.parse(at(9))]]));
});
