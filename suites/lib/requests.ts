import { generate } from '../../src/suite.ts';

export { forEachConcurrently } from '../../src/suite.ts';

/** Items in an order that the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  return generate.shuffle(items, generate.seededRandom(seed));
}
