/**
 * Covering arrays: rows of values in which every combination of values of any few factors occurs. Defects that need several
 * values at once seldom need many, so that such rows find them with far fewer requests than all combinations.
 *
 * Rows come greedily, each with as many new combinations as could be found: the first ones cover most, so that a budget may
 * end the list anywhere. A combination that no allowed row has is left out, also where only several rules together forbid it.
 */
import { shuffle } from '../core/random.ts';

/** Values by the name of their factor. Values of one factor differ. */
export type Factors = Readonly<Record<string, readonly string[]>>;

export type RowOf<F extends Factors> = { readonly [name in keyof F]: F[name][number] };

/** Whether a row may be sent; of a row that is not complete, whether what it has so far may stand together. */
export type Allows<F extends Factors> = (row: Partial<RowOf<F>>) => boolean;

export interface CoveringOptions<F extends Factors> {
  /** Of how many factors every combination of values must occur. */
  readonly strength: number;
  readonly allows?: Allows<F>;
  /** Rows that are sent anyway: what they have needs no other row. */
  readonly given?: readonly RowOf<F>[];
  /** Numbers from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Arrays that are made, of which the shortest one counts; one unless given. */
  readonly attempts?: number;
}

/** A value per factor; -1 where none is chosen yet. */
type Choice = number[];

/** Rows that are built for each one that is kept. */
const candidates = 5;

/** The rows of a covering array, without those that are given. */
export function coveringArray<F extends Factors>(factors: F, options: CoveringOptions<F>): RowOf<F>[] {
  const { attempts = 1 } = options;
  let shortest = makeArray(factors, options);
  for (let made = 1; made < attempts; made += 1) {
    const other = makeArray(factors, options);
    if (other.length < shortest.length) shortest = other;
  }
  return shortest;
}

function makeArray<F extends Factors>(factors: F, options: CoveringOptions<F>): RowOf<F>[] {
  const { random, given = [] } = options;
  const space = new Space(factors, options.allows);
  const open = new Combinations(space, Math.min(options.strength, space.sizes.length));
  const rows: RowOf<F>[] = [];
  for (const row of given) open.cover(space.choiceOf(row));
  for (let seed = open.first(random); seed !== undefined; seed = open.first(random)) {
    let best = complete(space, open, seed, random);
    for (let tried = 1; tried < candidates; tried += 1) {
      const other = complete(space, open, seed, random);
      if (other.gain > best.gain) best = other;
    }
    open.cover(best.row);
    rows.push(space.rowOf(best.row) as RowOf<F>);
  }
  return rows;
}

/** How many combinations of `strength` factors some rows have, of all that allowed rows can have. */
export function coverageOf<F extends Factors>(
  factors: F,
  rows: readonly RowOf<F>[],
  { strength, allows }: Pick<CoveringOptions<F>, 'strength' | 'allows'>,
): { readonly covered: number; readonly all: number } {
  const space = new Space(factors, allows);
  const open = new Combinations(space, Math.min(strength, space.sizes.length));
  const all = open.left;
  for (const row of rows) open.cover(space.choiceOf(row));
  return { covered: all - open.left, all };
}

/**
 * The rows with a cheaper value in place of a costly one, wherever every combination still has another row. The cheap value may
 * be none of the factor's.
 * @param rank rows of a lower one become cheap first; in their order unless given
 */
export function cheapened<F extends Factors, N extends keyof F & string>(
  factors: F,
  rows: readonly RowOf<F>[],
  options: Omit<CoveringOptions<F>, 'random'>,
  {
    factor,
    costly,
    cheap,
    rank = () => 0,
  }: {
    readonly factor: N;
    readonly costly: F[N][number];
    readonly cheap: F[N][number];
    readonly rank?: (row: RowOf<F>) => number;
  },
): RowOf<F>[] {
  const kept = [...rows];
  const { given = [] } = options;
  const { covered } = coverageOf(factors, [...given, ...rows], options);
  for (const [place, row] of [...rows.entries()].sort(([, a], [, b]) => rank(a) - rank(b))) {
    if (row[factor] !== costly) continue;
    kept[place] = { ...row, [factor]: cheap };
    if (coverageOf(factors, [...given, ...kept], options).covered < covered) kept[place] = row;
  }
  return kept;
}

/** Chooses the values that a combination leaves open: in random order, each the one with most new combinations. */
function complete(space: Space, open: Combinations, seed: Choice, random: () => number) {
  const row = [...seed];
  const missing = row.flatMap((value, factor) => (value < 0 ? [factor] : []));
  for (const factor of shuffle(missing, random)) {
    let best = -1;
    let most = -1;
    for (const value of shuffle([...Array(space.sizes[factor]).keys()], random)) {
      row[factor] = value;
      const gain = open.gainOf(row, factor);
      if (gain > most && space.isPossible(row)) [best, most] = [value, gain];
    }
    row[factor] = best;
  }
  return { row, gain: open.gainOf(row) };
}

class Space {
  readonly names: readonly string[];
  readonly sizes: readonly number[];
  readonly #factors: Factors;
  readonly #allows: ((row: Record<string, string>) => boolean) | undefined;

  constructor(factors: Factors, allows: unknown) {
    this.#factors = factors;
    this.names = Object.keys(factors);
    this.sizes = this.names.map((name) => factors[name]!.length);
    this.#allows = allows as ((row: Record<string, string>) => boolean) | undefined;
  }

  rowOf(choice: Choice): Record<string, string> {
    const row: Record<string, string> = {};
    for (const [factor, name] of this.names.entries())
      if (choice[factor]! >= 0) row[name] = this.#factors[name]![choice[factor]!]!;
    return row;
  }

  choiceOf(row: Readonly<Record<string, string>>): Choice {
    return this.names.map((name) => this.#factors[name]!.indexOf(row[name]!));
  }

  /** Whether some allowed row has what is chosen. */
  isPossible(choice: Choice): boolean {
    if (this.#allows === undefined) return true;
    if (!this.#allows(this.rowOf(choice))) return false;
    const factor = choice.indexOf(-1);
    if (factor < 0) return true;
    const next = [...choice];
    return [...Array(this.sizes[factor]).keys()].some((value) => {
      next[factor] = value;
      return this.isPossible(next);
    });
  }
}

/** Some factors, and which combinations of their values no row has yet. */
interface Group {
  readonly factors: readonly number[];
  readonly open: Uint8Array;
}

/** The combinations of as many factors as the strength says that no row has yet. */
class Combinations {
  left = 0;
  readonly #space: Space;
  readonly #groups: readonly Group[];
  /** The groups that a factor is in. */
  readonly #groupsWith: readonly (readonly Group[])[];

  constructor(space: Space, strength: number) {
    this.#space = space;
    this.#groups = subsets(space.sizes.length, strength).map((factors) => ({ factors, open: this.#possible(factors) }));
    this.#groupsWith = space.sizes.map((_, factor) => this.#groups.filter(({ factors }) => factors.includes(factor)));
  }

  #possible(factors: readonly number[]): Uint8Array {
    const { sizes } = this.#space;
    const open = new Uint8Array(factors.reduce((size, factor) => size * sizes[factor]!, 1));
    for (const index of open.keys()) {
      if (!this.#space.isPossible(this.#choice(factors, index))) continue;
      open[index] = 1;
      this.left += 1;
    }
    return open;
  }

  #choice(factors: readonly number[], index: number): Choice {
    const { sizes } = this.#space;
    const choice: Choice = sizes.map(() => -1);
    let rest = index;
    for (const factor of [...factors].reverse()) {
      choice[factor] = rest % sizes[factor]!;
      rest = Math.floor(rest / sizes[factor]!);
    }
    return choice;
  }

  /** -1 where a factor of the group has no value yet. */
  #indexIn(factors: readonly number[], row: Choice): number {
    let index = 0;
    for (const factor of factors) {
      if (row[factor]! < 0) return -1;
      index = index * this.#space.sizes[factor]! + row[factor]!;
    }
    return index;
  }

  /** An open combination, of the group that has most of them. */
  first(random: () => number): Choice | undefined {
    const counts = this.#groups.map(({ open }) => open.reduce((sum, one) => sum + one, 0));
    const most = Math.max(0, ...counts);
    if (most === 0) return undefined;
    const { factors, open } = this.#groups[counts.indexOf(most)]!;
    const indices = [...open.keys()].filter((index) => open[index] === 1);
    return this.#choice(factors, indices[Math.floor(random() * indices.length)]!);
  }

  /** How many open combinations a row has; `factor`: only those with this factor. */
  gainOf(row: Choice, factor?: number): number {
    let gain = 0;
    for (const { factors, open } of factor === undefined ? this.#groups : this.#groupsWith[factor]!) {
      const index = this.#indexIn(factors, row);
      if (index >= 0) gain += open[index]!;
    }
    return gain;
  }

  cover(row: Choice): void {
    for (const { factors, open } of this.#groups) {
      const index = this.#indexIn(factors, row);
      if (index < 0 || open[index] === 0) continue;
      open[index] = 0;
      this.left -= 1;
    }
  }
}

/** Every choice of `size` of the numbers below `count`, each ascending. */
function subsets(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const all: number[][] = [];
  for (let first = from; first <= count - size; first += 1)
    for (const rest of subsets(count, size - 1, first + 1)) all.push([first, ...rest]);
  return all;
}
