/** How many entries the pages of a simulated search have: a fixed number, or as many as a weight allows. */
import type { Choices } from './choices.ts';
import type { Entry } from './entries.ts';

/** Where a page ends that begins at `start`. */
export function endOfPage(choices: Choices, base: readonly Entry[], start: number): number {
  const { pages, pageSize } = choices;
  if (pages !== 'weighed') return Math.min(start + pageSize, base.length);
  let stop = start;
  for (let weight = 0; stop < base.length; stop += 1) {
    weight += weightOf(base[stop]!);
    if (weight > 2 * pageSize && stop > start) break;
  }
  return stop;
}

/** Where a page begins that ends at `stop`. */
export function startOfPage(choices: Choices, base: readonly Entry[], stop: number): number {
  const { pages, pageSize } = choices;
  if (pages !== 'weighed') return Math.max(stop - pageSize, 0);
  const length = oneLength(choices, base);
  if (length !== undefined) return stop === 0 ? 0 : stop - 1 - ((stop - 1) % length);
  let start = stop;
  for (let weight = 0; start > 0; start -= 1) {
    weight += weightOf(base[start - 1]!);
    if (weight > 2 * pageSize && start < stop) break;
  }
  return start;
}

/** If all pages but the last happen to have the same length, going back keeps it. */
function oneLength(choices: Choices, base: readonly Entry[]): number | undefined {
  const lengths: number[] = [];
  for (let start = 0; start < base.length; start += lengths.at(-1)!)
    lengths.push(endOfPage(choices, base, start) - start);
  const [length] = lengths;
  return lengths.slice(0, -1).every((other) => other === length) &&
    lengths.at(-1) !== undefined &&
    lengths.at(-1)! <= length!
    ? length
    : undefined;
}

/** Weight of an item, 1 to 3. */
function weightOf(entry: Entry): number {
  return ((Math.imul(entry.seq, 0x9e3779b1) >>> 9) % 3) + 1;
}
