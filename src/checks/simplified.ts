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

/** The simplest value that shows a finding; the given one where it needs all of its parts. */
export async function simplified<T, Found>(
  whole: Counterexample<T, Found>,
  how: Simplifying<T, Found>,
): Promise<Counterexample<T, Found>> {
  try {
    for (const value of how.simpler(whole.value)) {
      const found = await how.judge(value);
      if (found !== undefined) return await simplified({ value, found }, how);
    }
  } catch (error) {
    // What was found stands, though there is nothing left to make it smaller.
    if (!(error instanceof NotSent)) throw error;
  }
  return whole;
}
