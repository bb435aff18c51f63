// @ts-check
/**
 * Records which requirements fail on each fault and what their proof shows, for the test of the graph of causes. Needs a
 * build; run it again after faults or checks have changed.
 */
import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import picomatch from 'picomatch';
import { jobsOption, readOptions } from './options.mjs';

/** @typedef {{ owner: string, failed: Record<string, string[]>, open: string[] }} FaultRecord */

const options = readOptions('node scripts/findings.mjs FILE', {
  name: { type: 'string', default: '**', describe: 'Faults whose name matches; the others stay as they were recorded' },
  missing: { type: 'boolean', default: false, describe: 'Only faults that are not recorded yet' },
  jobs: jobsOption,
});
const [file] = options._.map(String);
if (file === undefined) throw new Error('node scripts/findings.mjs needs the name of a file');

/** @type {typeof import('../src/reference/faults/index.ts')} */
const { faults } = await import(new URL('../dist/src/reference/faults/index.js', import.meta.url).href);
const visible = faults.filter(({ unseen }) => unseen === undefined);
/** @type {Record<string, FaultRecord>} */
const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const waiting = visible
  .map(({ name }) => name)
  .filter((name) => picomatch.isMatch(name, options.name) && !(options.missing && name in known));

/** One fault per line, in the order of their names. A recording that is stopped is continued with `--missing`. */
function save() {
  const names = visible.map(({ name }) => name).filter((name) => known[name] !== undefined);
  const lines = names.sort().map((name) => `${JSON.stringify(name)}:${JSON.stringify(known[name])}`);
  writeFileSync(/** @type {string} */ (file), `{\n${lines.join(',\n')}\n}\n`);
}

/** Gives a child process one fault after another. */
function work() {
  const worker = fileURLToPath(new URL('findings/worker.mjs', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(worker, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const next = () => {
      const name = waiting.shift();
      if (name === undefined) child.disconnect();
      else child.send(name);
    };
    child.on('message', (/** @type {{ name: string, record: FaultRecord }} */ { name, record }) => {
      known[name] = record;
      save();
      next();
    });
    child.on('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`a worker exited with ${code}`))));
    next();
  });
}

await Promise.all(Array.from({ length: options.jobs }, work));
console.log(`${file}: ${Object.keys(known).length} faults`);
