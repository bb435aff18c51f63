// @ts-check
/**
 * Records the verdicts on every fault, every conforming server and the embedded server, to show that a change of the
 * code changes none of them. Needs a build: `npm run verdicts` makes one.
 *
 *   npm run verdicts -- FILE [--every N] [--name GLOB] [--jobs N] [--seed N]
 *   npm run verdicts -- --compare BEFORE AFTER [--noise SECOND]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import picomatch from 'picomatch';
import { compare, describeDifferences } from './verdicts/compare.mjs';
import { judgeAll } from './verdicts/pool.mjs';
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
  const seed = Number(values.seed);
  const names = allTargets(Number(values.every)).filter((name) => picomatch.isMatch(name, values.name));
  const jobs = names.map((name) => ({ name, seed }));
  /** @type {Record<string, import('./verdicts/compare.mjs').TargetRecord>} */
  const recorded = {};
  await judgeAll(jobs, Number(values.jobs), ({ name }, { times: _, ...result }, done) => {
    recorded[name] = result;
    if (done % 50 === 0) console.error(`${done} of ${jobs.length}`);
  });
  const inOrder = Object.fromEntries(Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(inOrder, null, 1)}\n`);
  console.log(`${file}: ${jobs.length} targets`);
}

const [first, second] = positionals;
if (values.compare) {
  const differences = compare(read(first), read(second), values.noise === undefined ? {} : read(values.noise));
  console.log(describeDifferences(differences));
  process.exitCode = differences.length === 0 ? 0 : 1;
} else if (first !== undefined) await record(first);
else throw new Error('usage: npm run verdicts -- FILE');
