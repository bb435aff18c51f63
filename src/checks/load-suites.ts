/**
 * Finds the suites: every module named `*.suite` below a folder. Importing one registers its checks, so a new suite
 * needs no list. The modules are imported in the order of their paths, which decides the order of the checks in a run.
 */
import { readdir } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of this package's suites. */
export const suitesFolder: string = fileURLToPath(new URL('../../suites/', import.meta.url));

/** `.js` as compiled; `.ts` if a test runs the sources. */
const extension = extname(fileURLToPath(import.meta.url));

/** Paths below `folder` of its suite modules, sorted, such as `logs/walks.suite.js`. */
export async function suiteFiles(folder: string = suitesFolder): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith(`.suite${extension}`))
    .sort();
}

/** Imports the suite modules of a folder; only those whose path passes the filter. */
export async function loadSuites(
  folder: string = suitesFolder,
  only = (_path: string): boolean => true,
): Promise<void> {
  const files = await suiteFiles(folder);
  for (const file of files.filter(only)) await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
}
