// @ts-check
/**
 * Records the verdicts on every fault, every conforming server and the embedded server, to show that a change of the
 * code changes none of them. Needs a build: `npm run verdicts` makes one.
 *
 *   npm run verdicts -- FILE [--every N] [--name GLOB] [--jobs N] [--seed N]
 *   npm run verdicts -- --compare BEFORE AFTER [--noise SECOND]
 */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import picomatch from 'picomatch';
import { compare, describeDifferences } from './verdicts/compare.mjs';
import { allTargets } from './verdicts/targets.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'boolean', default: false },
    /** A second recording of the same code as BEFORE: what differs there is noise. */
    noise: { type: 'string' },
    /** Takes each N-th fault. */
    every: { type: 'string', default: '1' },
    /** Takes targets whose name matches, such as `fault/logs-*`. */
    name: { type: 'string', default: '**' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
  },
});

/**
 * @param {string | undefined} file
 * @returns {import('./verdicts/compare.mjs').Recording}
 */
function read(file) {
  if (file === undefined) throw new Error('usage: npm run verdicts -- --compare BEFORE AFTER');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {string} file */
async function record(file) {
  const chosen = allTargets(Number(values.every)).filter((name) => picomatch.isMatch(name, values.name));
  const waiting = [...chosen];
  /** @type {Record<string, import('./verdicts/compare.mjs').TargetRecord>} */
  const recorded = {};
  await Promise.all(
    Array.from({ length: Number(values.jobs) }, () =>
      work(waiting, (name, result) => {
        recorded[name] = result;
        const done = Object.keys(recorded).length;
        if (done % 50 === 0) console.error(`${done} of ${chosen.length}`);
      }),
    ),
  );
  const inOrder = Object.fromEntries(Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(inOrder, null, 1)}\n`);
  console.log(`${file}: ${chosen.length} targets`);
}

/**
 * Gives a child process one target after another, until none is left.
 * @param {string[]} waiting
 * @param {(name: string, result: import('./verdicts/compare.mjs').TargetRecord) => void} onResult
 * @returns {Promise<void>}
 */
function work(waiting, onResult) {
  const worker = fileURLToPath(new URL('verdicts/worker.mjs', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(worker, [values.seed], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const next = () => {
      const name = waiting.shift();
      if (name === undefined) child.disconnect();
      else child.send(name);
    };
    child.on('message', (message) => {
      const { name, result } = /** @type {import('./verdicts/worker.mjs').Answer} */ (message);
      onResult(name, result);
      next();
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the worker exited with code ${code}`))));
    next();
  });
}

const [first, second] = positionals;
if (values.compare) {
  const differences = compare(read(first), read(second), values.noise === undefined ? {} : read(values.noise));
  console.log(describeDifferences(differences));
  process.exitCode = differences.length === 0 ? 0 : 1;
} else if (first !== undefined) await record(first);
else throw new Error('usage: npm run verdicts -- FILE');
