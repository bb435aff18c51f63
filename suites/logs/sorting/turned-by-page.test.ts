import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../../src/checks/load-suites.ts';
import { logContext } from '../../../test/log-context.ts';
import { expectDirectionUsed } from './used-direction.ts';

beforeAll(() => loadSuites());

interface Entry {
  readonly at: number;
  readonly item: string;
}

type Direction = 'asc' | 'desc';

const entries = Array.from({ length: 40 }, (_, at): Entry => ({ at, item: `entry ${at} of the log` }));
const newestFirst = entries.toReversed();
/** A number from 0 to 40 that is another one for each entry, and does not follow time. */
const scattered = ({ at }: Entry): number => (at * 17) % 41;

const sortedBy = (some: readonly Entry[], key: (entry: Entry) => number, direction: Direction): readonly Entry[] =>
  some.toSorted((one, other) => (direction === 'asc' ? 1 : -1) * (key(one) - key(other)));

/** @param pagesOf the pages under sortBy=duration; all other searches have the newest entry first */
async function judge(pagesOf: (direction: Direction) => readonly (readonly Entry[])[]) {
  const { t } = await logContext(({ next = '0', sortBy, sortDirection = 'desc' }) => {
    if (sortBy !== undefined && sortBy !== 'duration') return 400;
    const pages = sortBy === undefined ? inPages(newestFirst) : pagesOf(sortDirection as Direction);
    const more = Number(next) + 1 < pages.length ? { next: String(Number(next) + 1) } : {};
    return { data: pages[Number(next)]!.map(({ item }) => item), ...more, totalItems: entries.length };
  });
  return expectDirectionUsed(t);
}

function inPages(sorted: readonly Entry[], lengths: readonly number[] = [10, 10, 10, 10]): readonly Entry[][] {
  const starts = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0));
  return starts.map((start, at) => sorted.slice(start, start + lengths[at]!));
}

test('pages that are sorted after they were cut out are reported, also where cursors sent alone lose the sort', async () => {
  const report = judge((direction) => inPages(entries).map((page) => [...sortedBy(page, scattered, direction)]));
  await expect(report).rejects.toMatchObject({
    conclusion: {
      verdict: 'fail',
      message: expect.stringContaining('with sortBy=duration, and only turned the pages'),
    },
  });
  const byTens = ({ at }: Entry) => Math.floor((at % 10) / 3);
  const withTies = judge((direction) => inPages(entries).map((page) => [...sortedBy(page, byTens, direction)]));
  await expect(withTies).rejects.toMatchObject({ conclusion: { verdict: 'fail' } });
});

test('an order of the whole log is right, whatever it does with entries that are equal', async () => {
  await expect(judge((direction) => inPages(sortedBy(entries, scattered, direction)))).resolves.toBeUndefined();
  const few = (entry: Entry) => scattered(entry) % 2;
  await expect(judge((direction) => inPages(sortedBy(entries, few, direction)))).resolves.toBeUndefined();
});

test('pages of several lengths may be groups that come before the field', async () => {
  const groups = inPages(entries, [12, 9, 11, 8]);
  const byGroup = judge((direction) => groups.map((page) => [...sortedBy(page, scattered, direction)]));
  await expect(byGroup).resolves.toBeUndefined();
});
