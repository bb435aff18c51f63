// @ts-check
/** After tsc: writes all suites and what they use into one file, which a run loads instead of some 350 modules. */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** @param {string} path below dist/ */
const built = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

/** The name of the module that imports them all; there is no such file. */
const entry = 'all checks';

/** What `src/checks/all.ts` exports, with the suites at once. */
async function source() {
  /** @type {typeof import('../src/checks/load-suites.ts')} */
  const { suiteFiles } = await import(new URL('../dist/src/checks/load-suites.js', import.meta.url).href);
  const suites = await suiteFiles();
  return [
    `import { defineChecks as define } from ${JSON.stringify(built('src/checks/vitest-entry.js'))};`,
    ...suites.map((file) => `import ${JSON.stringify(built(`suites/${file}`))};`),
    `export { checks } from ${JSON.stringify(built('src/checks/registry.js'))};`,
    'export const loadSuites = async () => {};',
    'export const defineChecks = () => define(loadSuites);',
  ].join('\n');
}

export async function bundleChecks() {
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: (id) => id !== entry && !/^[./]|^[A-Za-z]:/.test(id),
    plugins: [
      {
        name: 'all-checks',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source() : undefined),
      },
    ],
  });
  await bundle.write({ file: built('src/runner/checks.mjs'), format: 'esm' });
  await bundle.close();
}
