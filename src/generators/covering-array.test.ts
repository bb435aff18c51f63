import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { type Allows, cheapened, coverageOf, coveringArray, type Factors } from './covering-array.ts';

const names = ['a', 'b', 'c', 'd', 'e'] as const;

/** Two to five factors of one to four values, and pairs of values that exclude each other. */
const spaces = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 }),
    forbidden: fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.nat(4), fc.nat(3)), { maxLength: 6 }),
    strength: fc.integer({ min: 1, max: 4 }),
    seed: fc.integer(),
  })
  .map(({ sizes, forbidden, strength, seed }) => {
    const factors: Factors = Object.fromEntries(
      sizes.map((size, at) => [names[at]!, ['0', '1', '2', '3'].slice(0, size)]),
    );
    const allows: Allows<Factors> = (row) =>
      !forbidden.some(([f, v, g, w]) => f !== g && row[names[f]!] === String(v) && row[names[g]!] === String(w));
    return { factors, allows, strength, seed };
  });

/** Every complete row, without any cleverness. */
function allRows(factors: Factors): Record<string, string>[] {
  return Object.entries(factors).reduce<Record<string, string>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

/** The combinations of `strength` factors that rows have, as texts. */
function combinationsIn(rows: readonly Readonly<Record<string, string>>[], strength: number): Set<string> {
  const seen = new Set<string>();
  const add = (pairs: readonly string[], rest: readonly string[]): void => {
    if (pairs.length === strength) seen.add(pairs.join());
    else for (const [at, pair] of rest.entries()) add([...pairs, pair], rest.slice(at + 1));
  };
  for (const row of rows)
    add(
      [],
      Object.entries(row).map(([name, value]) => `${name}=${value}`),
    );
  return seen;
}

test('what given rows have needs no other row, also where rows are made cheaper', () => {
  fc.assert(
    fc.property(spaces, ({ factors, strength, seed }) => {
      const all = coveringArray(factors, { strength, random: seededRandom(seed) });
      const given = all.slice(0, Math.ceil(all.length / 2));
      const rest = coveringArray(factors, { strength, random: seededRandom(seed), given });
      expect(rest.length).toBeLessThan(all.length);
      const covered = coverageOf(factors, [...given, ...rest], { strength });
      expect(covered.covered).toBe(covered.all);
      const cheaper = cheapened(factors, rest, { strength, given }, { factor: 'a', costly: '1', cheap: '0' });
      expect(coverageOf(factors, [...given, ...cheaper], { strength })).toEqual(covered);
    }),
  );
});

test('every combination that an allowed row has occurs, and no row is forbidden', () => {
  fc.assert(
    fc.property(spaces, ({ factors, allows, strength, seed }) => {
      const most = Math.min(strength, Object.keys(factors).length);
      const rows = coveringArray(factors, { strength, allows, random: seededRandom(seed) });
      expect(rows.every(allows)).toBe(true);
      expect(rows.every((row) => Object.keys(row).length === Object.keys(factors).length)).toBe(true);
      const reachable = combinationsIn(allRows(factors).filter(allows), most);
      expect(combinationsIn(rows, most)).toEqual(reachable);
      expect(coverageOf(factors, rows, { strength, allows })).toEqual({ covered: reachable.size, all: reachable.size });
    }),
  );
});

test('each row adds a combination, and the first rows add most of them', () => {
  fc.assert(
    fc.property(spaces, ({ factors, allows, strength, seed }) => {
      const rows = coveringArray(factors, { strength, allows, random: seededRandom(seed) });
      const covered = rows.map((_, at) => coverageOf(factors, rows.slice(0, at + 1), { strength, allows }).covered);
      expect(covered.every((count, at) => count > (covered[at - 1] ?? 0))).toBe(true);
    }),
  );
});

test('a cheaper value takes the place of a costly one wherever no combination is lost', () => {
  const factors: Factors = { a: ['0', '1', '2'], b: ['0', '1', '2'], c: ['0', '1', '2'], price: ['low', 'high'] };
  const options = { strength: 2 };
  const rows = coveringArray(factors, { ...options, random: seededRandom(3) });
  const change = { factor: 'price', costly: 'high', cheap: 'low' } as const;
  const cheaper = cheapened(factors, rows, options, change);
  const costly = (some: typeof rows) => some.filter(({ price }) => price === 'high').length;
  expect(costly(cheaper)).toBeLessThan(costly(rows));
  expect(coverageOf(factors, cheaper, options)).toEqual(coverageOf(factors, rows, options));
  expect(cheapened(factors, cheaper, options, change)).toEqual(cheaper);
});

test('the same seed gives the same rows, and another seed gives other rows', () => {
  const factors: Factors = { a: ['0', '1', '2'], b: ['0', '1', '2'], c: ['0', '1', '2'], d: ['0', '1'] };
  const rows = (seed: number) => coveringArray(factors, { strength: 2, random: seededRandom(seed) });
  expect(rows(1)).toEqual(rows(1));
  expect(rows(1)).not.toEqual(rows(2));
});

test('pairs of ten factors with four values need fewer than 40 rows, triples of eight factors with three values fewer than 90', () => {
  const factorsOf = (count: number, values: readonly string[]): Factors =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, values]));
  const pairs = coveringArray(factorsOf(10, ['0', '1', '2', '3']), { strength: 2, random: seededRandom(7) });
  const triples = coveringArray(factorsOf(8, ['0', '1', '2']), { strength: 3, random: seededRandom(7) });
  expect(pairs.length).toBeLessThan(40);
  expect(triples.length).toBeLessThan(90);
});

test('a combination that is not needed may be left out, and what is needed occurs all the same', () => {
  const factors = { a: ['0', '1', '2'], b: ['0', '1', '2'], c: ['0', '1', '2'] };
  const needs = ({ a, c }: { a?: string; c?: string }) => a !== '2' || c !== undefined;
  const options = { strength: 2, needs, random: seededRandom(1) };
  const rows = coveringArray(factors, options);
  const { covered, all } = coverageOf(factors, rows, options);
  expect([covered, all]).toEqual([24, 24]);
});

test('of several arrays the shortest one counts', () => {
  const factors = { a: ['0', '1', '2', '3'], b: ['0', '1', '2'], c: ['0', '1'], d: ['0', '1', '2'] };
  const lengthOf = (attempts: number) =>
    coveringArray(factors, { strength: 2, random: seededRandom(1), attempts }).length;
  expect(lengthOf(30)).toBe(12);
  expect(lengthOf(1)).toBeGreaterThanOrEqual(12);
});
