/** The one file of all checks that the build writes has those of the modules. */
import { expect, test } from 'vitest';

type Checks = typeof import('../../src/checks/all.ts');
const built = (path: string): Promise<Checks> => import(new URL(`../../dist/src/${path}`, import.meta.url).href);

async function registered(path: string) {
  const { checks, loadSuites } = await built(path);
  await loadSuites();
  return checks().map(({ requirement }) => requirement);
}

test('all checks are in it, in the same order', async () => {
  const [bundled, separate] = [await registered('runner/checks.mjs'), await registered('checks/all.js')];
  expect(separate.length).toBeGreaterThan(100);
  expect(bundled).toEqual(separate);
});
