import type { Fault } from '../fault.ts';

/** Every fault, by operation and topic. */
export const faults: readonly Fault[] = [];
