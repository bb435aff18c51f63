import { expect, test } from 'vitest';
import { type FakeAnswer, itemsNamed, pageOf } from '../../../test/fake-log.ts';
import { logContext } from '../../../test/log-context.ts';
import { timeForms } from '../../log/time/form.ts';
import { CheckConcluded } from '../conclusion.ts';
import { isInside, requireRanges } from './log-ranges.ts';

const day = 86_400_000;
const newest = Date.now() - 3_600_000;
const at = (index: number) => newest - index * day;

/** One entry a day, newest first; from and to are RFC 3339, both included. */
const timed: FakeAnswer = (query) => {
  const [from, to] = [query['from'], query['to']].map((text) => (text === undefined ? undefined : Date.parse(text)));
  if (Number.isNaN(from) || Number.isNaN(to)) return 400;
  const items = itemsNamed('entry', 30).filter(
    (_, index) => at(index) >= (from ?? 0) && at(index) <= (to ?? Date.now()),
  );
  return pageOf(items, 10, query);
};

test('moments cut the log, in pairs that lie apart, and bound its ranges', async () => {
  const { t } = await logContext(timed);
  const { cuts, pairs, isWhole, widest, upTo, since, between, log } = await requireRanges(t);
  expect(isWhole).toBe(true);
  expect(cuts.length).toBeGreaterThanOrEqual(2);
  // Rendered in whole seconds.
  for (const cut of cuts) expect(cut > at(29) && cut < newest + 1000).toBe(true);
  for (const [a, b] of pairs) expect(a).toBeLessThan(b);
  const [first, last] = [cuts[0]!, cuts.at(-1)!];
  const sizes = await Promise.all(
    [widest, upTo(last), since(first), between(first, last)].map(async (query) => (await log.walk(query)).items.length),
  );
  const [all, older, younger, middle] = sizes as [number, number, number, number];
  expect(all).toBe(30);
  expect(older + younger).toBe(all + middle);
});

test('shared ranges each leave out some of the log, and both bounds more than either', async () => {
  const { t } = await logContext(timed);
  const { shared, log } = await requireRanges(t);
  const items = async (range: keyof typeof shared) => (await log.walk(shared[range])).items.length;
  const [from, to, both] = [await items('from'), await items('to'), await items('both')];
  for (const count of [from, to, both]) expect(count > 0 && count < 30).toBe(true);
  expect(shared.both.to).toBe(shared.to.to);
  expect(both).toBeLessThan(to);
});

test('fewer moments are taken at depth quick', async () => {
  const { t } = await logContext(timed, { depth: 'quick' });
  expect((await requireRanges(t)).cuts.length).toBeLessThanOrEqual(2);
});

test('a target that reads no known format of times is inconclusive, with the key that would decide it', async () => {
  const { t } = await logContext((query) =>
    query['from'] === undefined && query['to'] === undefined ? pageOf(itemsNamed('entry', 30), 10, query) : 400,
  );
  const ended = await requireRanges(t).catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(CheckConcluded);
  expect((ended as CheckConcluded).conclusion).toMatchObject({
    verdict: 'inconclusive',
    wouldDecide: expect.stringContaining('declares.timeFormat'),
  });
});

test('a moment lies inside a scope as it is rendered: the bounds themselves do not', () => {
  const rfc3339 = timeForms.find(({ format }) => format === 'rfc3339')!;
  const scope = { from: rfc3339.render(at(20)), to: rfc3339.render(at(10)) };
  expect([at(21), at(20), at(15), at(10), at(9)].map((moment) => isInside(scope, rfc3339, moment))).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  expect(isInside({}, rfc3339, at(0))).toBe(true);
});

test('epoch times are compared as numbers', () => {
  const seconds = timeForms.find(({ format }) => format === 'epoch-seconds')!;
  expect(isInside({ from: '999999999' }, seconds, 1_000_000_000_000)).toBe(true);
});
