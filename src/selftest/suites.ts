/** Every suite, loaded without vitest: the modules beside `suites/all.suite`, which does the same inside a vitest worker. */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Check, checks } from '../checks/registry.ts';

const folder = fileURLToPath(new URL('../../suites/', import.meta.url));
/** `.js` as compiled; `.ts` where a test runs the sources. */
const suffix = `.suite${extname(fileURLToPath(import.meta.url))}`;
let loaded: Promise<readonly Check[]> | undefined;

/** Paths of the suite modules below `suites/`, such as `logs/walks.suite.js`. */
export async function suiteFiles(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith(suffix) && file !== `all${suffix}`).sort();
}

/** The checks of all suites. */
export function allChecks(): Promise<readonly Check[]> {
  loaded ??= (async () => {
    for (const file of await suiteFiles()) await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
    return checks();
  })();
  return loaded;
}
