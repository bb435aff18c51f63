// @ts-check
/**
 * Judges every conforming server with several seeds, at each depth and within its budget of requests, with nothing declared
 * and with what `cawl learn` declares. None may be reported. Needs a build: `npm run conforming` makes one.
 *
 *   npm run conforming -- [--seeds 10] [--only GLOB] [--depth GLOB] [--learned yes|no|both] [--keep FILE] [--minutes N] [--jobs N]
 *
 * The same command continues what FILE has in part; `--minutes` ends it in time.
 */
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import picomatch from 'picomatch';
import { describeRuns, keyOf, readRuns } from './conforming/table.mjs';
import { runJobs } from './verdicts/pool.mjs';
import { conformingNames } from './verdicts/targets.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    first: { type: 'string', default: '1' },
    /** Takes servers whose name matches, such as `liberty/*`. */
    only: { type: 'string', default: '**' },
    depth: { type: 'string', default: '{standard,quick}' },
    learned: { type: 'string', default: 'both' },
    /** Runs, one per line: those that it has are not judged again. */
    keep: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});

const isChosen = picomatch(values.only);
const names = conformingNames().filter((name) => isChosen(name));
if (names.length === 0) throw new Error(`--only ${values.only} matches no server`);
const depths = /** @type {const} */ (['standard', 'quick']).filter((depth) => picomatch.isMatch(depth, values.depth));
const learned = values.learned === 'both' ? [false, true] : [values.learned === 'yes'];
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.first) + index);

/** One seed after another, so that what was judged in part covers every server. */
const jobs = seeds.flatMap((seed) =>
  depths.flatMap((depth) => learned.flatMap((isLearned) => names.map((name) => ({ name, seed, depth, isLearned })))),
);
const known = new Map(readRuns(values.keep).map((run) => [keyOf(run), run]));
const until = Date.now() + Number(values.minutes) * 60_000;

function* left() {
  for (const job of jobs) {
    if (Date.now() > until) return;
    if (!known.has(keyOf(job))) yield job;
  }
}

await runJobs(
  new URL('conforming/worker.mjs', import.meta.url),
  left(),
  Number(values.jobs),
  (job, /** @type {import('./conforming/table.mjs').Result} */ result, done) => {
    const run = { ...job, ...result };
    known.set(keyOf(job), run);
    if (values.keep !== undefined) appendFileSync(values.keep, `${JSON.stringify(run)}\n`);
    for (const { id, message } of result.alarms) console.error(`${keyOf(job)}: ${id}: ${message}`);
    if (done % 50 === 0) console.error(`${done} judged`);
  },
);
const judged = jobs.flatMap((job) => known.get(keyOf(job)) ?? []);
console.log(describeRuns(judged, jobs.length));
process.exitCode = judged.some(({ alarms, error }) => alarms.length > 0 || error !== undefined) ? 1 : 0;
