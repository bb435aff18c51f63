/** Oracles read frozen inputs, and say the same whatever order exchanges were recorded in. Random cases, from one seed. */
import { expect, test } from 'vitest';
import { seededRandom, shuffle } from '../core/random.ts';
import { type Bag, bagOf, equal, minus, sizeOf, sum, within } from './bag.ts';
import { identifyingItems, itemsFoundIn } from './identifying.ts';
import { type BagFinding, partOf, sameBag } from './relations.ts';
import {
  findCircle,
  findEndless,
  findFirstRepeat,
  findIncomplete,
  findStandstill,
  findUnsteadyTotal,
  type WalkShape,
} from './walk.ts';

const cases = 600;
const random = seededRandom(20_270_105);
const below = (count: number) => Math.floor(random() * count);
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;

/** A bag that throws if something writes to it. */
class FrozenBag extends Map<string, number> {
  override set(item: string, count: number): this {
    if (Object.isFrozen(this)) throw new TypeError(`the bag is written to: ${item}`);
    return super.set(item, count);
  }
  override delete(item: string): boolean {
    throw new TypeError(`the bag is written to: ${item}`);
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

const letters = (most: number) => Array.from({ length: below(most + 1) }, () => oneOf([...'abcdefgh']));
const frozenBag = (items: readonly string[]): Bag => Object.freeze(new FrozenBag(bagOf(items)));

function randomWalk(): WalkShape {
  const pages = Array.from({ length: below(6) }, (_, index) => ({
    place: index + 1,
    page: { data: letters(4), totalItems: oneOf([6, 6, 6, 7]) },
  }));
  const items = pages.flatMap(({ page }) => page.data);
  const total = oneOf([items.length, items.length, pages[0]?.page.totalItems ?? -1]);
  return { pages, items, total, end: oneOf(['end', 'end', 'cut', 'refused', 'malformed', 'endless']) };
}

test('what is said of a walk does not depend on the order in which its pages were recorded', () => {
  const oracles = [findEndless, findIncomplete, findUnsteadyTotal, findStandstill, findFirstRepeat];
  const found = oracles.map(() => 0);
  for (let n = 0; n < cases; n += 1) {
    const walk = randomWalk();
    const shuffled = { ...walk, pages: shuffle(walk.pages, random) };
    for (const [index, oracle] of oracles.entries()) {
      const said = oracle(frozen(walk));
      expect(oracle(frozen(shuffled))).toEqual(said);
      if (said !== undefined) found[index]! += 1;
    }
  }
  // Each oracle had something to find, and nothing to find.
  for (const count of found) {
    expect(count).toBeGreaterThan(9);
    expect(count).toBeLessThan(cases - 10);
  }
});

test('a circle of next is found in whatever order its pages were recorded', () => {
  const found = { circle: 0, none: 0 };
  for (let n = 0; n < cases; n += 1) {
    const way = Array.from({ length: 1 + below(4) }, (_, index) => [`delivery number ${index}`]);
    const round = Array.from({ length: below(6) }, () => oneOf(way));
    const pages = [...way, ...round].map((data, index) => ({ place: index + 1, page: { data, totalItems: 9 } }));
    const items = pages.flatMap(({ page }) => page.data);
    const walk: WalkShape = { pages, items, total: 9, end: oneOf(['endless', 'endless', 'end', 'cut']) };
    const said = findCircle(frozen(walk));
    expect(findCircle(frozen({ ...walk, pages: shuffle(pages, random) }))).toEqual(said);
    expect(said !== undefined).toBe(walk.end === 'endless' && round.length >= 3);
    found[said === undefined ? 'none' : 'circle'] += 1;
  }
  expect(Math.min(found.circle, found.none)).toBeGreaterThan(100);
});

/** A finding without its examples, which are the first items of a bag. */
const verdictOf = (finding: BagFinding | undefined) =>
  finding && {
    kind: finding.kind,
    counts: finding.illustrations.map(({ missingCount, surplusCount }) => [missingCount, surplusCount]),
  };

test('relations between bags do not depend on the order of the items, nor of the parts', () => {
  for (let n = 0; n < cases; n += 1) {
    const [a, b] = [letters(6), letters(6)];
    const c = n % 2 === 0 ? [...a, ...b] : letters(12);
    const bags = [a, b, c].map(frozenBag) as [Bag, Bag, Bag];
    const others = [a, b, c].map((items) => frozenBag(shuffle(items, random))) as [Bag, Bag, Bag];
    const judge = ([left, right, whole]: readonly [Bag, Bag, Bag]) => [
      verdictOf(sameBag({ name: 'left', bag: left }, { name: 'right', bag: right })),
      verdictOf(partOf({ name: 'left', bag: left }, { name: 'whole', bag: whole })),
      [equal(left, right), within(left, whole), sizeOf(minus(left, right)), sizeOf(sum(left, right, whole))],
    ];
    expect(judge(others)).toEqual(judge(bags));
    const together = (...parts: Bag[]) => ({ name: 'the parts', bag: sum(...parts) });
    expect(verdictOf(sameBag(together(bags[1], bags[0]), { name: 'whole', bag: others[2] }))).toEqual(
      verdictOf(sameBag(together(bags[0], bags[1]), { name: 'whole', bag: bags[2] })),
    );
  }
});

test('which items identify a log does not depend on the order of items, of other logs and of control responses', () => {
  const word = () => `${oneOf(['alpha', 'beta', 'gamma', 'delta'])}-${below(6)}-of-the-log`;
  const words = (most: number) => Array.from({ length: below(most) }, word);
  const response = (items: readonly string[]) => ({
    status: 200,
    headers: [],
    bytes: new TextEncoder().encode(JSON.stringify(items)),
    truncated: false,
  });
  for (let n = 0; n < cases; n += 1) {
    const [own, others] = [words(12), words(4)];
    const controls = [response(words(3)), null, response(words(3))];
    const said = identifyingItems(frozen(own), frozen(others), Object.freeze(controls));
    const again = identifyingItems(shuffle(own, random), shuffle(others, random), shuffle(controls, random));
    expect(new Set(again)).toEqual(new Set(said));
    const found = itemsFoundIn(response(own), frozen([...new Set(own)]));
    expect(found).toHaveLength(new Set(own).size);
  }
});
