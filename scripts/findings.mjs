// @ts-check
/**
 * Records which requirements fail on each fault and what their proof shows, for the test of the graph of causes. Needs a
 * build; run it again after faults or checks have changed.
 *
 *   node scripts/findings.mjs FILE [--name GLOB] [--missing] [--jobs N]
 */
import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import picomatch from 'picomatch';

/** @typedef {{ owner: string, failed: Record<string, string[]>, open: string[] }} FaultRecord */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Takes faults whose name matches; the others stay as they were recorded. */
    name: { type: 'string', default: '**' },
    /** Takes only faults that are not recorded yet. */
    missing: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const [file] = positionals;
if (file === undefined) throw new Error('usage: node scripts/findings.mjs FILE');

/** @type {typeof import('../src/reference/faults/index.ts')} */
const { faults } = await import(new URL('../dist/src/reference/faults/index.js', import.meta.url).href);
const visible = faults.filter(({ unseen }) => unseen === undefined);
/** @type {Record<string, FaultRecord>} */
const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const waiting = visible
  .map(({ name }) => name)
  .filter((name) => picomatch.isMatch(name, values.name) && !(values.missing && name in known));

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

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
console.log(`${file}: ${Object.keys(known).length} faults`);
