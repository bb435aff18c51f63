/** Makes a counterexample smaller: its parts are left out one by one, as long as what is left shows the finding. */
import { NotSent } from '../client/index.ts';

interface Simplifying<T, Found> {
  /** The value with one part fewer, each time another one. */
  readonly simpler: (value: T) => readonly T[];
  readonly judge: (value: T) => Promise<Found | undefined>;
}

/** What is found on the simplest value; what was found on the whole where none of its parts can be spared. */
export async function simplified<T, Found>(value: T, found: Found, how: Simplifying<T, Found>): Promise<Found> {
  try {
    for (const smaller of how.simpler(value)) {
      const again = await how.judge(smaller);
      if (again !== undefined) return await simplified(smaller, again, how);
    }
  } catch (error) {
    // What was found stands, though there is nothing left to make it smaller.
    if (!(error instanceof NotSent)) throw error;
  }
  return found;
}
