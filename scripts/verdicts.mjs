// @ts-check
/**
 * Records the verdicts on every fault, every conforming server and the embedded server, to show that a change of the
 * code changes none of them. Needs a build: `npm run verdicts` makes one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import picomatch from 'picomatch';
import { jobsOption, readOptions } from './options.mjs';
import { compare, describeDifferences } from './verdicts/compare.mjs';
import { judgeAll } from './verdicts/pool.mjs';
import { allTargets } from './verdicts/targets.mjs';

const options = readOptions('npm run verdicts -- (FILE | --compare BEFORE AFTER)', {
  compare: { type: 'boolean', default: false, describe: 'Compares two recordings' },
  noise: { type: 'string', describe: 'A second recording of the code of BEFORE: what differs there is noise' },
  every: { type: 'number', default: 1, describe: 'Judges only every Nth fault' },
  name: { type: 'string', default: '**', describe: 'Targets whose name matches, such as fault/logs-*' },
  seed: { type: 'number', default: 1, describe: 'Seed of the runs' },
  jobs: jobsOption,
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
  const { seed } = options;
  const names = allTargets(options.every).filter((name) => picomatch.isMatch(name, options.name));
  const jobs = names.map((name) => ({ name, seed }));
  /** @type {Record<string, import('./verdicts/compare.mjs').TargetRecord>} */
  const recorded = {};
  await judgeAll(jobs, options.jobs, ({ name }, { times: _, ...result }, done) => {
    recorded[name] = result;
    if (done % 50 === 0) console.error(`${done} of ${jobs.length}`);
  });
  const inOrder = Object.fromEntries(Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(inOrder, null, 1)}\n`);
  console.log(`${file}: ${jobs.length} targets`);
}

const [first, second] = options._.map(String);
if (options.compare) {
  const differences = compare(read(first), read(second), options.noise === undefined ? {} : read(options.noise));
  console.log(describeDifferences(differences));
  process.exitCode = differences.length === 0 ? 0 : 1;
} else if (first !== undefined) await record(first);
else throw new Error('usage: npm run verdicts -- FILE');
