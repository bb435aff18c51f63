/**
 * Covering arrays: rows of values in which every combination of values of any few factors occurs. Defects that need several
 * values at once seldom need many, so that such rows find them with far fewer requests than all combinations.
 *
 * Rows come greedily, each with as many new combinations as could be found: the first ones cover most, so that a budget may
 * end the list anywhere. A combination that no allowed row has is left out, also where only several rules together forbid it.
 */
import { shuffle } from '../core/random.ts';
import { type Choice, Combinations, type Factors, Space } from './value-combinations.ts';

export type { Factors };

export type RowOf<F extends Factors> = { readonly [name in keyof F]: F[name][number] };

/** Whether a row may be sent; of a row that is not complete, whether what it has so far may stand together. */
export type Allows<F extends Factors> = (row: Partial<RowOf<F>>) => boolean;

export interface CoveringOptions<F extends Factors> {
  /** Of how many factors every combination of values must occur. */
  readonly strength: number;
  readonly allows?: Allows<F>;
  /** Whether a combination of `strength` factors must occur; all must unless given. */
  readonly needs?: ((combination: Partial<RowOf<F>>) => boolean) | undefined;
  /** Rows that are sent anyway: what they have needs no other row. */
  readonly given?: readonly RowOf<F>[];
  /** Numbers from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Arrays that are made, of which the shortest one counts; one unless given. */
  readonly attempts?: number;
}

/** Rows that are built for each one that is kept. */
const candidates = 5;

/** The rows of a covering array, without those that are given. */
export function coveringArray<F extends Factors>(factors: F, options: CoveringOptions<F>): RowOf<F>[] {
  const { random, given = [], attempts = 1 } = options;
  const space = new Space(factors, options);
  const open = combinationsOf(space, options);
  for (const row of given) open.cover(space.choiceOf(row));
  let shortest = makeArray(space, open.copy(), random);
  for (let made = 1; made < attempts; made += 1) {
    const other = makeArray(space, open.copy(), random);
    if (other.length < shortest.length) shortest = other;
  }
  return shortest.map((choice) => space.rowOf(choice) as RowOf<F>);
}

/** Covers all open combinations. */
function makeArray(space: Space, open: Combinations, random: () => number): Choice[] {
  const rows: Choice[] = [];
  for (let seed = open.first(random); seed !== undefined; seed = open.first(random)) {
    let best = complete(space, open, seed, random);
    for (let tried = 1; tried < candidates; tried += 1) {
      const other = complete(space, open, seed, random);
      if (other.gain > best.gain) best = other;
    }
    open.cover(best.row);
    rows.push(best.row);
  }
  return rows;
}

function combinationsOf(space: Space, { strength }: { readonly strength: number }): Combinations {
  return Combinations.of(space, Math.min(strength, space.sizes.length));
}

/** How many combinations of `strength` factors some rows have, of all that allowed rows can have. */
export function coverageOf<F extends Factors>(
  factors: F,
  rows: readonly RowOf<F>[],
  options: Pick<CoveringOptions<F>, 'strength' | 'allows' | 'needs'>,
): { readonly covered: number; readonly all: number } {
  const space = new Space(factors, options);
  const open = combinationsOf(space, options);
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
    for (const value of shuffle(space.values[factor]!, random)) {
      row[factor] = value;
      const gain = open.gainOf(row, factor);
      if (gain > most && space.isPossible(row)) [best, most] = [value, gain];
    }
    row[factor] = best;
  }
  return { row, gain: open.gainOf(row) };
}
