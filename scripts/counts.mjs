// @ts-check
/**
 * Writes the numbers that README.md and CHANGELOG.md mention between markers: `<!-- faults -->433<!-- /faults -->`.
 * Counts what `npm run build` and `npm run build:targets` have built. With --check it writes nothing, and fails if a
 * number is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = ['README.md', 'CHANGELOG.md'];

/** @param {string} path below dist; a URL, so that type checking does not need the build */
const built = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

const { faults } = await built('src/reference/faults/index.js');
const { catalogue } = await built('suites/catalogue.js');
const { conformingTargets } = await built('test/targets/index.js');

/** @type {Record<string, number>} */
const counts = {
  faults: faults.length,
  requirements: catalogue.length,
  conforming: conformingTargets.length,
};

let outdated = 0;
for (const file of files) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(/<!-- ([\w-]+) -->\d+<!-- \/\1 -->/g, (_text, name) => {
    if (!(name in counts))
      throw new Error(`${file}: unknown count "${name}"; known are ${Object.keys(counts).join(', ')}`);
    return `<!-- ${name} -->${counts[name]}<!-- /${name} -->`;
  });
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file} contains outdated numbers; npm run docs:counts updates them`);
    outdated += 1;
  } else {
    writeFileSync(path, after);
    console.log(`updated ${file}`);
  }
}
process.exitCode = outdated > 0 ? 1 : 0;
