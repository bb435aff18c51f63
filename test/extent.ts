/**
 * How much of a long proof runs: in full by `npm run test:proof` and `npm run test:simulation`, else a sample that takes
 * seconds. The project of vitest.config.ts provides it.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    extent: 'sample' | 'full';
  }
}

export const isFull: boolean = inject('extent') === 'full';

/** All items, or in a sample every `step`-th, the first among them. */
export function sampled<T>(items: readonly T[], step: number): readonly T[] {
  return isFull ? items : items.filter((_, index) => index % step === 0);
}
