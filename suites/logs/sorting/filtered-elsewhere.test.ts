import { expect, test } from 'vitest';
import { logContext } from '../../../test/log-context.ts';
import { expectFilteredElsewhere } from './filtered-elsewhere.ts';

const hourMs = 3_600_000;
const begin = Date.UTC(2026, 0, 5);

interface Entry {
  readonly at: number;
  readonly status: string;
}

/** Judges a second log of entries that lie so many hours apart. @param ordersBy what a search with a status sorts by */
async function judge(hours: number, ordersBy: (entry: Entry, direction: string) => number) {
  const entries = Array.from({ length: 8 }, (_, at): Entry => ({ at, status: at % 2 === 0 ? 'failed' : 'succeeded' }));
  const show = ({ at }: Entry) =>
    JSON.stringify({ id: `entry ${at} of the log`, createdAt: new Date(begin + at * hours * hourMs).toISOString() });
  const { t } = await logContext(
    ({ status, sortBy, sortDirection = 'desc' }) => {
      if (sortBy !== undefined && sortBy !== 'createdAt') return 400;
      const key = (entry: Entry) =>
        status === undefined ? (sortDirection === 'asc' ? 1 : -1) * entry.at : ordersBy(entry, sortDirection);
      const found = entries.filter((entry) => status === undefined || entry.status === status);
      const data = found.toSorted((one, other) => key(one) - key(other)).map(show);
      return { data, totalItems: data.length };
    },
    { webhooks: [{ id: 'wh_1' }, { id: 'wh_2' }] },
  );
  return expectFilteredElsewhere(t, await t.logs.baseline(), 'createdAt');
}

test('a direction that is ignored beside a status is a finding', async () => {
  await expect(judge(12, ({ at }) => -at)).rejects.toThrow(/of webhook wh_2 has .* before .*; expected the order of/);
});

test('a direction that is obeyed beside a status is not', async () => {
  await judge(12, ({ at }, direction) => (direction === 'asc' ? at : -at));
});

test('entries of one day may be equal in the sort field', async () => {
  await judge(1, ({ at }) => -at);
});
