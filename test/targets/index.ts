/** The conforming servers, found by their files in conforming/. A check that fails on one of them is wrong. */
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TargetDefinition } from './support/target.ts';

export type {
  BrokenTarget,
  RecordedRequest,
  RunningTarget,
  TargetDefinition,
  TargetSettings,
} from './support/target.ts';

const folder = join(import.meta.dirname, 'conforming');
/** `.js` as compiled; `.ts` if a test runs the sources. */
const extension = extname(import.meta.filename);

async function load(file: string): Promise<TargetDefinition> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as {
    readonly target: TargetDefinition;
  };
  return module.target;
}

/** Sorted by file. */
export const conformingTargets: readonly TargetDefinition[] = await Promise.all(
  readdirSync(folder)
    .filter((file) => extname(file) === extension)
    .sort()
    .map(load),
);
