/**
 * Collects garbage at once. Octets lie outside the heap of V8, which would collect them only after hundreds of megabytes.
 * Call it after reading several very long bodies.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
