/**
 * For covering arrays: which combinations of a few factors' values can occur, and which of them no row has yet. Every row is
 * chosen among many by counting these, so that nothing is allocated while they are counted.
 */

/** Values by the name of their factor. Values of one factor differ. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A value per factor; -1 if none is chosen yet. */
export type Choice = number[];

/** A row that is not complete: undefined if no value is chosen. */
type TriedRow = Record<string, string | undefined>;

type Rule = (row: TriedRow) => boolean;

/** The factors, and which of their values may stand together. */
export class Space {
  readonly names: readonly string[];
  readonly sizes: readonly number[];
  /** The values of each factor, by their places. */
  readonly values: readonly (readonly number[])[];
  readonly #factors: Factors;
  readonly #allows: Rule | undefined;
  readonly #needs: Rule | undefined;
  /** One for all questions: a row each made a fifth of all garbage of a deep run. */
  readonly #tried: TriedRow = {};

  constructor(factors: Factors, { allows, needs }: { readonly allows?: unknown; readonly needs?: unknown }) {
    this.#factors = factors;
    this.names = Object.keys(factors);
    this.sizes = this.names.map((name) => factors[name]!.length);
    this.values = this.sizes.map((size) => [...Array(size).keys()]);
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

/** The combinations of a few factors that no row has yet. */
export class Combinations {
  readonly #space: Space;
  readonly #groups: readonly Group[];
  /** The groups that a factor is in. */
  readonly #groupsWith: readonly (readonly Group[])[];

  private constructor(space: Space, groups: readonly Group[]) {
    this.#space = space;
    this.#groups = groups;
    this.#groupsWith = space.sizes.map((_, factor) => groups.filter(({ factors }) => factors.includes(factor)));
  }

  /** Those of `strength` factors. All that are possible are open at first. */
  static of(space: Space, strength: number): Combinations {
    return new Combinations(
      space,
      subsets(space.sizes.length, strength).map((factors) => groupOf(space, factors)),
    );
  }

  copy(): Combinations {
    return new Combinations(
      this.#space,
      this.#groups.map(({ factors, open, left }) => ({ factors, open: open.slice(), left })),
    );
  }

  get left(): number {
    return this.#groups.reduce((sum, { left }) => sum + left, 0);
  }

  /** -1 if a factor of the group has no value yet. */
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
    return choiceAt(this.#space, factors, indices[Math.floor(random() * indices.length)]!);
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
    }
  }
}

function groupOf(space: Space, factors: readonly number[]): Group {
  const open = new Uint8Array(factors.reduce((size, factor) => size * space.sizes[factor]!, 1));
  let left = 0;
  for (const index of open.keys()) {
    const choice = choiceAt(space, factors, index);
    if (!space.isNeeded(choice) || !space.isPossible(choice)) continue;
    open[index] = 1;
    left += 1;
  }
  return { factors, open, left };
}

/** The combination at an index of a group with these factors. */
function choiceAt({ sizes }: Space, factors: readonly number[], index: number): Choice {
  const choice: Choice = sizes.map(() => -1);
  let rest = index;
  for (const factor of [...factors].reverse()) {
    choice[factor] = rest % sizes[factor]!;
    rest = Math.floor(rest / sizes[factor]!);
  }
  return choice;
}

/** Every choice of `size` of the numbers below `count`, each ascending. */
function subsets(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const all: number[][] = [];
  for (let first = from; first <= count - size; first += 1)
    for (const rest of subsets(count, size - 1, first + 1)) all.push([first, ...rest]);
  return all;
}
