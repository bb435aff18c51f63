// @ts-check
/**
 * What the requests of a run are for: who asked for how many, and at which request each fault of the reference server
 * first shows. Needs a build: `npm run cost` makes one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import picomatch from 'picomatch';
import { countRequests, countRounds } from './cost/observe.mjs';
import { describePossible } from './cost/possible.mjs';
import { describeCost, describeRequirementCosts, quantile } from './cost/table.mjs';
import { jobsOption, readOptions } from './options.mjs';
import { runJobs } from './verdicts/pool.mjs';

const options = readOptions('npm run cost --', {
  depth: { choices: ['quick', 'standard', 'deep'], default: 'standard', describe: 'Depth of the runs' },
  seed: { type: 'number', default: 1, describe: 'The first seed' },
  seeds: { type: 'number', default: 1, describe: 'Seeds that each fault is judged with' },
  only: { type: 'string', default: '**', describe: 'Faults whose owner matches, such as auth/**' },
  every: { type: 'number', default: 1, describe: 'Judges only every Nth fault' },
  scope: { choices: ['owner', 'all'], default: 'owner', describe: 'Judged by its owner, or by all, as in a run' },
  jobs: jobsOption,
  json: { type: 'string', describe: 'File that gets the counts and what was found' },
  write: { type: 'boolean', default: false, describe: 'Writes docs/cost.md, and what a run with a budget reads' },
});

/** @type {typeof import('../src/reference/faults/index.ts')} */
const { faults } = await import(new URL('../dist/src/reference/faults/index.js', import.meta.url).href);

const depth = /** @type {import('../src/core/config.ts').Depth} */ (options.depth);
const { seed } = options;
const chosen = faults
  .filter(({ unseen, owner }) => unseen === undefined && picomatch.isMatch(owner, options.only))
  .filter((_, index) => index % options.every === 0);
const seeds = Array.from({ length: options.seeds }, (_, index) => seed + index);
const jobs = chosen.flatMap(({ name }) => seeds.map((one) => ({ name, depth, seed: one, scope: options.scope })));

/** @type {(import('./cost/observe.mjs').FaultCost & { seed: number })[]} */
const found = [];
await runJobs(
  new URL('cost/worker.mjs', import.meta.url),
  jobs,
  Math.min(options.jobs, jobs.length),
  (job, result, done) => {
    found.push({ ...result, seed: job.seed });
    if (done % 100 === 0) console.error(`${done} of ${jobs.length}`);
  },
);
const { counts, requests } = await countRequests({ depth, seed });
const table = describeCost(
  counts,
  found.filter((one) => one.seed === seed),
);
const missed = found.filter(({ caught }) => !caught);
const until = found.flatMap(({ first }) => first ?? []);
const summary = [
  `${requests} requests at depth ${depth}, seed ${seed}; ${found.length - missed.length} of ${found.length} faults caught${options.scope === 'all' ? '' : ' by their owner'};`,
  `requests until the first failure: median ${quantile(until, 0.5)}, 90 % within ${quantile(until, 0.9)}.`,
  describePossible(found.filter((one) => one.seed === seed && one.isDemanded)),
].join(' ');
if (options.json !== undefined)
  writeFileSync(options.json, JSON.stringify({ counts: Object.fromEntries(counts), found }, null, 1));
if (options.write) {
  const page = new URL('../docs/cost.md', import.meta.url);
  const [before] = readFileSync(page, 'utf8').split('<!-- table -->');
  writeFileSync(page, `${before}<!-- table -->\n${summary}\n\n${table}\n`);
  const costs = new URL('../src/checks/schedule/requirement-costs.ts', import.meta.url);
  writeFileSync(costs, describeRequirementCosts(counts, await countRounds({ depth, seed })));
} else console.log(table);
console.log(summary);
for (const { fault, owner, seed: one } of missed) console.log(`missed: ${fault} (${owner}), seed ${one}`);
process.exitCode = 0;
