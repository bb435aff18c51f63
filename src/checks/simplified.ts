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

/**
 * The simplest value that shows a finding; the given one if it needs all of its parts.
 * @param refuted values, as JSON, that did not show it: leaving out other parts leads to some of them again
 */
export async function simplified<T, Found>(
  whole: Counterexample<T, Found>,
  how: Simplifying<T, Found>,
  refuted = new Set<string>(),
): Promise<Counterexample<T, Found>> {
  try {
    for (const value of how.simpler(whole.value)) {
      const key = JSON.stringify(value);
      if (refuted.has(key)) continue;
      const found = await how.judge(value);
      if (found !== undefined) return await simplified({ value, found }, how, refuted);
      refuted.add(key);
    }
  } catch (error) {
    // What was found stands, though there is nothing left to make it smaller.
    if (!(error instanceof NotSent)) throw error;
  }
  return whole;
}
