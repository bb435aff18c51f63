import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogStatus } from '../../core/operation.ts';
import { bagOf, within } from '../../oracles/bag.ts';
import type { Page } from '../../schema/page.ts';
import type { ReadPage, Walk } from '../walk.ts';
import { findContradiction, predictSearch } from './combined-search.ts';

interface Entry {
  readonly item: string;
  readonly status: LogStatus;
  readonly at: number;
}

/** Entries whose texts may repeat, also with another status. */
const logs = fc.array(
  fc.record({
    item: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    status: fc.constantFrom<LogStatus[]>('succeeded', 'failed'),
    at: fc.nat(9),
  }),
  { maxLength: 14 },
);

const page = (items: readonly string[], next?: string): Page => ({
  data: items,
  next,
  prev: undefined,
  forms: { next: next === undefined ? 'absent' : 'cursor', prev: 'absent' },
  totalItems: items.length,
});

/** A walk of one page, read to its end. */
function walkOf(entries: readonly Entry[]): Walk {
  const items = entries.map(({ item }) => item);
  const pages = [{ page: page(items) }] as unknown as ReadPage[];
  return { webhook: 'w', query: {}, form: 'alone', pages, items, bag: bagOf(items), total: items.length, end: 'end' };
}

/** The range, and the whole log by status. */
const partsOf = (log: readonly Entry[], isInRange: (entry: Entry) => boolean): Walk[] => [
  walkOf(log.filter(isInRange)),
  walkOf(log.filter(({ status }) => status === 'succeeded')),
  walkOf(log.filter(({ status }) => status === 'failed')),
];

test('the result of a correct server lies between the predicted minimum and maximum', () => {
  fc.assert(
    fc.property(logs, fc.nat(9), fc.constantFrom<LogStatus[]>('succeeded', 'failed'), (log, from, status) => {
      const isInRange = ({ at }: Entry) => at >= from;
      const prediction = predictSearch(partsOf(log, isInRange), status)!;
      const right = log.filter((entry) => isInRange(entry) && entry.status === status).map(({ item }) => item);
      expect(within(prediction.least, bagOf(right))).toBe(true);
      expect(within(bagOf(right), prediction.most)).toBe(true);
      expect(findContradiction([page(right)], prediction)).toBeUndefined();
    }),
  );
});

const log: readonly Entry[] = [
  { item: 'old failure', status: 'failed', at: 1 },
  { item: 'old success', status: 'succeeded', at: 2 },
  { item: 'new failure', status: 'failed', at: 8 },
  { item: 'new success', status: 'succeeded', at: 9 },
];
const since5 = predictSearch(
  partsOf(log, ({ at }) => at >= 5),
  'failed',
)!;

test('a range or a status that is lost beside the other contradicts', () => {
  expect(findContradiction([page(['new failure'])], since5)).toBeUndefined();
  expect(findContradiction([page(['new failure', 'new success'])], since5)?.message).toBe(
    'totalItems is 2; expected 1, as searches with fewer of these parameters show',
  );
  expect(findContradiction([page(['old failure'])], since5)?.message).toBe(
    'returned 1 item that searches with fewer of these parameters do not have, such as old failure',
  );
});

test('the page that is wrong is the one with the item, or with the total', () => {
  const [first, second] = [page(['new failure']), page(['new success'])].map((one) => ({ ...one, totalItems: 1 }));
  expect(findContradiction([first!, second!], since5)?.page).toBe(second);
  expect(findContradiction([{ ...first!, totalItems: 2 }, second!], since5)?.page).toMatchObject({ totalItems: 2 });
});

test('items are missing only if no page follows', () => {
  const empty = { ...page([]), totalItems: 1 };
  expect(findContradiction([{ ...empty, next: 'more' }], since5)).toBeUndefined();
  expect(findContradiction([empty], since5)?.message).toBe(
    'did not return 1 item that searches with fewer of these parameters have, such as new failure',
  );
});

test('a part that was not read to its end, or whose total is wrong, predicts nothing', () => {
  const [ranged, succeeded, failed] = partsOf(log, () => true) as [Walk, Walk, Walk];
  expect(predictSearch([{ ...ranged, end: 'cut' }, succeeded, failed], 'failed')).toBeUndefined();
  expect(predictSearch([ranged, { ...succeeded, total: 3 }, failed], 'failed')).toBeUndefined();
  expect(predictSearch([ranged], undefined)?.least).toEqual(ranged.bag);
});

test('an item under both statuses, or under none, may be returned or not', () => {
  const twice = [...log, { item: 'new failure', status: 'succeeded', at: 9 } as const];
  const prediction = predictSearch(
    partsOf(twice, ({ at }) => at >= 5),
    'failed',
  )!;
  expect([...prediction.least]).toEqual([]);
  expect([...prediction.most]).toEqual([['new failure', 2]]);
});

test('if searches by status alone may omit old entries, a repeated item may have either status', () => {
  const recent: Entry[] = [
    { item: 'one of two entries', status: 'succeeded', at: 9 },
    { item: 'a single recent entry', status: 'succeeded', at: 9 },
  ];
  const ranged = walkOf([...recent, { item: 'one of two entries', status: 'failed', at: 1 }]);
  const parts = [ranged, walkOf(recent), walkOf([])];
  expect([...predictSearch(parts, 'failed', false)!.most.keys()]).toEqual(['one of two entries']);
  expect([...predictSearch(parts, 'failed', true)!.most.keys()]).toEqual([]);
});
