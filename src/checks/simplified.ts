/** Makes a counterexample smaller: its parts are left out one by one, as long as the rest still shows the finding. */
import { NotSent } from '../client/index.ts';

/** A value, and what was found on it. */
export interface Counterexample<T, Found> {
  readonly value: T;
  readonly found: Found;
}

interface Simplifying<T, Found> {
  /** The value with one part fewer, each time another one. */
  readonly simpler: (value: T) => readonly T[];
  readonly judge: (value: T) => Promise<Found | undefined>;
}

/** The simplest value that shows a finding; the given one if it needs all of its parts. */
export async function simplified<T, Found>(
  whole: Counterexample<T, Found>,
  { simpler, judge }: Simplifying<T, Found>,
): Promise<Counterexample<T, Found>> {
  /** As JSON. The same value may be left when other parts are left out. */
  const refuted = new Set<string>();
  const findSmaller = async (value: T): Promise<Counterexample<T, Found> | undefined> => {
    for (const smaller of simpler(value)) {
      const key = JSON.stringify(smaller);
      if (refuted.has(key)) continue;
      const found = await judge(smaller);
      if (found !== undefined) return { value: smaller, found };
      refuted.add(key);
    }
    return undefined;
  };
  let smallest = whole;
  try {
    for (let next = await findSmaller(whole.value); next !== undefined; next = await findSmaller(next.value))
      smallest = next;
  } catch (error) {
    // The finding stands, though no request is left to make it smaller.
    if (!(error instanceof NotSent)) throw error;
  }
  return smallest;
}
