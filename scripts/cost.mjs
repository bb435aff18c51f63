// @ts-check
/**
 * What the requests of a run are for: who asked for how many, and at which request each fault of the reference server
 * first shows. Needs a build: `npm run cost` makes one.
 *
 *   npm run cost -- [--depth standard] [--seed 1] [--seeds 1] [--only GLOB] [--every N] [--scope owner|all] [--json FILE] [--write]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import picomatch from 'picomatch';
import { countRequests, countRounds } from './cost/observe.mjs';
import { describePossible } from './cost/possible.mjs';
import { describeCost, describeRequirementCosts, quantile } from './cost/table.mjs';
import { runJobs } from './verdicts/pool.mjs';

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
    /** Judges each fault with as many seeds, from --seed on. */
    seeds: { type: 'string', default: '1' },
    /** Takes faults whose owner matches, such as `auth/**`. */
    only: { type: 'string', default: '**' },
    every: { type: 'string', default: '1' },
    /** `all` judges by all requirements, as a run does, instead of by the owner. */
    scope: { type: 'string', default: 'owner' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
    /** Writes the table into docs/cost.md, and what a run with a budget reads. */
    write: { type: 'boolean', default: false },
  },
});

/** @type {typeof import('../src/reference/faults/index.ts')} */
const { faults } = await import(new URL('../dist/src/reference/faults/index.js', import.meta.url).href);

const depth = /** @type {import('../src/core/config.ts').Depth} */ (values.depth);
const seed = Number(values.seed);
const chosen = faults
  .filter(({ unseen, owner }) => unseen === undefined && picomatch.isMatch(owner, values.only))
  .filter((_, index) => index % Number(values.every) === 0);
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => seed + index);
const jobs = chosen.flatMap(({ name }) => seeds.map((one) => ({ name, depth, seed: one, scope: values.scope })));

/** @type {(import('./cost/observe.mjs').FaultCost & { seed: number })[]} */
const found = [];
await runJobs(
  new URL('cost/worker.mjs', import.meta.url),
  jobs,
  Math.min(Number(values.jobs), jobs.length),
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
  `${requests} requests at depth ${depth}, seed ${seed}; ${found.length - missed.length} of ${found.length} faults caught${values.scope === 'all' ? '' : ' by their owner'};`,
  `requests until the first failure: median ${quantile(until, 0.5)}, 90 % within ${quantile(until, 0.9)}.`,
  describePossible(found.filter((one) => one.seed === seed && one.isDemanded)),
].join(' ');
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ counts: Object.fromEntries(counts), found }, null, 1));
if (values.write) {
  const page = new URL('../docs/cost.md', import.meta.url);
  const [before] = readFileSync(page, 'utf8').split('<!-- table -->');
  writeFileSync(page, `${before}<!-- table -->\n${summary}\n\n${table}\n`);
  const costs = new URL('../src/checks/requirement-costs.ts', import.meta.url);
  writeFileSync(costs, describeRequirementCosts(counts, await countRounds({ depth, seed }), found));
} else console.log(table);
console.log(summary);
for (const { fault, owner, seed: one } of missed) console.log(`missed: ${fault} (${owner}), seed ${one}`);
process.exitCode = 0;
