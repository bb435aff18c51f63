// @ts-check
/**
 * Judges every conforming server with several seeds, at each depth and within its budget of requests, with nothing declared
 * and with what `cawl learn` declares. None may be reported. Needs a build: `npm run conforming` makes one.
 *
 * The same command continues what the file of `--keep` has in part; `--minutes` ends it in time.
 */
import { appendFileSync } from 'node:fs';
import picomatch from 'picomatch';
import { describeRuns, keyOf, readRuns } from './conforming/table.mjs';
import { jobsOption, readOptions } from './options.mjs';
import { runJobs } from './verdicts/pool.mjs';
import { conformingNames } from './verdicts/targets.mjs';

const options = readOptions('npm run conforming --', {
  seeds: { type: 'number', default: 10, describe: 'Seeds that each server is judged with' },
  first: { type: 'number', default: 1, describe: 'The first of them' },
  only: { type: 'string', default: '**', describe: 'Servers whose name matches, such as liberty/*' },
  depth: { choices: ['standard', 'quick', 'both'], default: 'both', describe: 'Depth of the runs' },
  learned: { choices: ['yes', 'no', 'both'], default: 'both', describe: 'Whether `cawl learn` declares what it finds' },
  keep: { type: 'string', describe: 'File of runs, one per line: those that it has are not judged again' },
  minutes: { type: 'number', default: 600, describe: 'Time after which no other run begins' },
  jobs: jobsOption,
});

const isChosen = picomatch(options.only);
const names = conformingNames().filter((name) => isChosen(name));
if (names.length === 0) throw new Error(`--only ${options.only} matches no server`);
const depths = /** @type {const} */ (['standard', 'quick']).filter((depth) => ['both', depth].includes(options.depth));
const learned = options.learned === 'both' ? [false, true] : [options.learned === 'yes'];
const seeds = Array.from({ length: options.seeds }, (_, index) => options.first + index);

/** One seed after another, so that what was judged in part covers every server. */
const jobs = seeds.flatMap((seed) =>
  depths.flatMap((depth) => learned.flatMap((isLearned) => names.map((name) => ({ name, seed, depth, isLearned })))),
);
const known = new Map(readRuns(options.keep).map((run) => [keyOf(run), run]));
const until = Date.now() + options.minutes * 60_000;

function* left() {
  for (const job of jobs) {
    if (Date.now() > until) return;
    if (!known.has(keyOf(job))) yield job;
  }
}

await runJobs(
  new URL('conforming/worker.mjs', import.meta.url),
  left(),
  options.jobs,
  (job, /** @type {import('./conforming/table.mjs').Result} */ result, done) => {
    const run = { ...job, ...result };
    known.set(keyOf(job), run);
    if (options.keep !== undefined) appendFileSync(options.keep, `${JSON.stringify(run)}\n`);
    for (const { id, message } of result.alarms) console.error(`${keyOf(job)}: ${id}: ${message}`);
    if (done % 50 === 0) console.error(`${done} judged`);
  },
);
const judged = jobs.flatMap((job) => known.get(keyOf(job)) ?? []);
console.log(describeRuns(judged, jobs.length));
process.exitCode = judged.some(({ alarms, error }) => alarms.length > 0 || error !== undefined) ? 1 : 0;
