/**
 * The checks, for the thread that runs them. The build writes all suites and what they use into one file (scripts/bundle-checks.mjs):
 * it loads in a quarter of the time of its 350 modules. Where there is none, as in a test of the sources, those are loaded.
 */
import { existsSync } from 'node:fs';

const bundle = new URL('./checks.mjs', import.meta.url);

type Checks = typeof import('../checks/all.ts');

export const importChecks = (): Promise<Checks> =>
  existsSync(bundle) ? import(/* @vite-ignore */ bundle.href) : import('../checks/all.ts');
