import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../../src/checks/load-suites.ts';
import { logContext } from '../../../test/log-context.ts';
import { expectTurnedByStatus } from './turned-by-status.ts';

beforeAll(() => loadSuites());

interface Entry {
  readonly at: number;
  readonly item: string;
  readonly status: string;
}

/** The order of equal entries, from the lowest. */
type Ties = (entry: Entry) => number;

const entries = Array.from(
  { length: 40 },
  (_, at): Entry => ({ at, item: `entry ${at} of the log`, status: at % 3 === 0 ? 'failed' : 'succeeded' }),
);
/** A number from 0 to 40 that is another one for each entry, and does not follow time. */
const scattered = ({ at }: Entry): number => (at * 17) % 41;

interface Sorting {
  /** What sortBy=duration compares. */
  readonly value: (entry: Entry) => number;
  readonly ties?: Ties;
  /** The same if there is a status. */
  readonly filteredTies?: Ties;
  /** What is compared if there is a status. */
  readonly filteredValue?: (entry: Entry) => number;
  readonly shown?: (entry: Entry) => string;
  readonly ignoresDirection?: (status: string | undefined) => boolean;
}

/** Judges a log whose other searches are in the order of time, the newest entry first. */
async function judge({
  value,
  ties = ({ at }) => at,
  filteredTies = ties,
  filteredValue = value,
  shown = ({ item }) => item,
  ignoresDirection,
}: Sorting) {
  const { t } = await logContext(({ next = '0', status, sortBy, sortDirection = 'desc' }) => {
    if (sortBy !== undefined && sortBy !== 'duration') return 400;
    const among = status === undefined ? ties : filteredTies;
    const compared = status === undefined ? value : filteredValue;
    const key = sortBy === undefined ? ({ at }: Entry) => at : (entry: Entry) => compared(entry) * 100 + among(entry);
    const sign = sortDirection === 'asc' && !(sortBy !== undefined && ignoresDirection?.(status)) ? 1 : -1;
    const found = entries.filter((entry) => status === undefined || entry.status === status);
    const sorted = found.sort((one, other) => sign * (key(one) - key(other))).map(shown);
    const start = Number(next);
    const more = start + 10 < sorted.length ? { next: String(start + 10) } : {};
    return { data: sorted.slice(start, start + 10), ...more, totalItems: sorted.length };
  });
  return expectTurnedByStatus(t);
}

const numbered = (entry: Entry) => JSON.stringify({ duration: scattered(entry), id: entry.item });

test('a direction that is ignored beside a status is reported', async () => {
  const report = judge({ value: scattered, shown: numbered, ignoresDirection: (status) => status !== undefined });
  await expect(report).rejects.toMatchObject({
    conclusion: { message: expect.stringMatching(/sortBy=duration&sortDirection=asc is out of order: /) },
  });
});

test('numbers that items hold are in order beside a status, too', async () => {
  await expect(judge({ value: scattered, shown: numbered })).resolves.toBeUndefined();
  const byTime = judge({ value: scattered, shown: numbered, filteredValue: ({ at }) => at });
  await expect(byTime).rejects.toMatchObject({ conclusion: { verdict: 'fail' } });
});

test('a sort by the text of a number is right', async () => {
  // From 100 to 188, from 20 to 80, and from 900 to 988: the first pages of both directions are in the order of numbers, too.
  const value = ({ at }: Entry) => {
    const place = (at * 17) % 40;
    if (place < 12) return 100 + 8 * place;
    return place < 28 ? 20 + 4 * (place - 12) : 900 + 8 * (place - 28);
  };
  const shown = (entry: Entry) => JSON.stringify({ duration: value(entry), id: entry.item });
  const asText = (entry: Entry) => Number(`0.${value(entry)}`);
  await expect(judge({ value: asText, shown, ties: () => 0 })).resolves.toBeUndefined();
});

test('a direction that turns every search is right', async () => {
  await expect(judge({ value: scattered })).resolves.toBeUndefined();
  await expect(judge({ value: (entry) => scattered(entry) % 3, ties: scattered })).resolves.toBeUndefined();
});

test('entries that are equal in the field come in any order, and in another one beside a status', async () => {
  const constant = () => 0;
  await expect(judge({ value: constant, filteredTies: constant })).resolves.toBeUndefined();
  // Those that succeeded are equal, and sorted by time in the one direction only.
  const perStatus = ({ status }: Entry) => (status === 'failed' ? 1 : 0);
  await expect(judge({ value: perStatus, ties: scattered, filteredTies: constant })).resolves.toBeUndefined();
  const reversed = (entry: Entry) => -scattered(entry);
  await expect(judge({ value: constant, ties: scattered, filteredTies: reversed })).resolves.toBeUndefined();
});
