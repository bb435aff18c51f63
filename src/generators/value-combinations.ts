/**
 * For covering arrays: which combinations of a few factors' values can occur, and which of them no row has yet. Every row is
 * chosen among many by counting these, so that nothing is allocated while they are counted.
 */

/** Values by the name of their factor. Values of one factor differ. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A value per factor; -1 where none is chosen yet. */
export type Choice = number[];

/** A row that is not complete: undefined where no value is chosen. */
type TriedRow = Record<string, string | undefined>;

type Rule = (row: TriedRow) => boolean;

/** The factors, and which of their values may stand together. */
export class Space {
  readonly names: readonly string[];
  readonly sizes: readonly number[];
  readonly #factors: Factors;
  readonly #allows: Rule | undefined;
  readonly #needs: Rule | undefined;
  /** One for all questions: a row each made a fifth of all garbage of a deep run. */
  readonly #tried: TriedRow = {};

  constructor(factors: Factors, { allows, needs }: { readonly allows?: unknown; readonly needs?: unknown }) {
    this.#factors = factors;
    this.names = Object.keys(factors);
    this.sizes = this.names.map((name) => factors[name]!.length);
    this.#allows = allows as Rule | undefined;
    this.#needs = needs as Rule | undefined;
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

  /** Whether a combination must occur in the rows, as far as an allowed row has it. */
  isNeeded(choice: Choice): boolean {
    return this.#needs === undefined || this.#needs(this.rowOf(choice));
  }

  /** Whether some allowed row has what is chosen. */
  isPossible(choice: Choice): boolean {
    if (this.#allows === undefined) return true;
    for (let factor = 0; factor < choice.length; factor += 1)
      this.#tried[this.names[factor]!] = this.#valueOf(factor, choice[factor]!);
    return this.#canBeCompleted(choice, 0);
  }

  /** @param from the first factor that may be without a value in the tried row */
  #canBeCompleted(choice: Choice, from: number): boolean {
    if (!this.#allows!(this.#tried)) return false;
    let factor = from;
    while (factor < choice.length && choice[factor]! >= 0) factor += 1;
    if (factor === choice.length) return true;
    const name = this.names[factor]!;
    for (const value of this.#factors[name]!) {
      this.#tried[name] = value;
      if (this.#canBeCompleted(choice, factor + 1)) return true;
    }
    this.#tried[name] = undefined;
    return false;
  }

  #valueOf(factor: number, value: number): string | undefined {
    return this.#factors[this.names[factor]!]![value];
  }
}

/** Some factors, and which combinations of their values no row has yet. */
interface Group {
  readonly factors: readonly number[];
  readonly open: Uint8Array;
  /** How many of them are open. */
  left: number;
}

/** The combinations of as many factors as the strength says that no row has yet. */
export class Combinations {
  left = 0;
  readonly #space: Space;
  readonly #groups: readonly Group[];
  /** The groups that a factor is in. */
  readonly #groupsWith: readonly (readonly Group[])[];

  constructor(space: Space, strength: number) {
    this.#space = space;
    this.#groups = subsets(space.sizes.length, strength).map((factors) => this.#groupOf(factors));
    for (const { left } of this.#groups) this.left += left;
    this.#groupsWith = space.sizes.map((_, factor) => this.#groups.filter(({ factors }) => factors.includes(factor)));
  }

  /** All possible combinations are open at first. */
  #groupOf(factors: readonly number[]): Group {
    const { sizes } = this.#space;
    const open = new Uint8Array(factors.reduce((size, factor) => size * sizes[factor]!, 1));
    let left = 0;
    for (const index of open.keys()) {
      const choice = this.#choice(factors, index);
      if (!this.#space.isNeeded(choice) || !this.#space.isPossible(choice)) continue;
      open[index] = 1;
      left += 1;
    }
    return { factors, open, left };
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
    let fullest: Group | undefined;
    for (const group of this.#groups) if (group.left > (fullest?.left ?? 0)) fullest = group;
    if (fullest === undefined) return undefined;
    const { factors, open } = fullest;
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
    for (const group of this.#groups) {
      const { factors, open } = group;
      const index = this.#indexIn(factors, row);
      if (index < 0 || open[index] === 0) continue;
      open[index] = 0;
      group.left -= 1;
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
