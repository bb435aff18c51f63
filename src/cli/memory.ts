/** How much memory a run takes, within what V8 lets a program choose. */
import { setFlagsFromString } from 'node:v8';
import type { Depth } from '../core/config.ts';

/**
 * Lets V8 prefer memory to speed: a run takes 190 MB instead of 230, and a sixth more processor time. Not at depth `deep`, whose
 * time is the kit's own. Before the worker of the checks starts.
 */
export function preferMemory(depth: Depth): void {
  if (depth === 'deep') return;
  // It brings a young generation of 1 MB, which would cost more time than it saves memory.
  for (const flag of ['--optimize-for-size', '--max-semi-space-size=4']) setFlagsFromString(flag);
}
