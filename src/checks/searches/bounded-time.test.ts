import { expect, test } from 'vitest';
import { type FakeAnswer, type FakeQuery, pageOf } from '../../../test/fake-log.ts';
import { logContext } from '../../../test/log-context.ts';
import { mayBoundSortedTime } from './bounded-time.ts';

const bound = '2026-11-20';
/** Days on which entries were created, and on which they were delivered in the end. */
const entries = Array.from({ length: 20 }, (_, at) => ({ created: 10 + at, updated: 10 + ((at * 7) % 20) }));

type Entry = (typeof entries)[number];

/** Searches whose bounds select entries by a day of theirs. */
function searches(selects: (entry: Entry, query: FakeQuery) => boolean): FakeAnswer {
  return (query) => {
    const found = entries.filter((entry) => selects(entry, query));
    const items = found.toSorted((a, b) => a.updated - b.updated).map(({ created }) => `entry of the day ${created}`);
    return pageOf(items, 10, query);
  };
}

const dayOf = (text: string | undefined) => (text === undefined ? undefined : Number(text.slice(-2)));
const isBetween = (day: number, from: number | undefined, to: number | undefined) =>
  day >= (from ?? 0) && day <= (to ?? 99);

const judge = async (answer: FakeAnswer, query: object) => {
  const { t } = await logContext(answer);
  return mayBoundSortedTime(t, t.logs.byId('wh_1'), { sortBy: 'updatedAt', from: bound, ...query });
};

test('a bound that divides the log under a sort by time may bound that time', async () => {
  const byUpdate = searches(({ updated }, { from, to }) => isBetween(updated, dayOf(from), dayOf(to)));
  expect(await judge(byUpdate, {})).toBe(true);
  expect(await judge(byUpdate, { sortBy: 'status' })).toBe(false);
  expect(await judge(byUpdate, { status: 'failed' })).toBe(false);
});

test('a bound that is ignored under the sort, or leaves nothing, divides no log', async () => {
  const withoutFrom = searches(({ updated }, { to }) => isBetween(updated, undefined, dayOf(to)));
  expect(await judge(withoutFrom, {})).toBe(false);
  const empty = searches((_, { from, to }) => from === undefined && to === undefined);
  expect(await judge(empty, {})).toBe(false);
});
