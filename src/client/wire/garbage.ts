/**
 * Collects garbage at once. Octets lie outside the heap of V8, which would collect them only after hundreds of megabytes.
 * Call {@link collectGarbage} after reading several very long bodies, and {@link collectNewGarbage}, which takes less than a
 * millisecond, while octets are read and dropped.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options?: { readonly type: 'minor' }) => void;

let known: Collect | undefined;

function collector(): Collect {
  if (known === undefined) {
    setFlagsFromString('--expose-gc');
    known = runInNewContext('gc') as Collect;
  }
  return known;
}

export function collectGarbage(): void {
  collector()();
}

/** Collects what became garbage soon after it was made. */
export function collectNewGarbage(): void {
  collector()({ type: 'minor' });
}
