// @ts-check
/**
 * Judges every conforming server, and every fault by its owner, with several seeds. A verdict must be the same each time,
 * and a check may use at most 80 % of its requests and time. Needs a build: `npm run stability` makes one.
 */
import picomatch from 'picomatch';
import { jobsOption, readOptions } from './options.mjs';
import { describeRows, rowOf } from './stability/table.mjs';
import { judgeAll } from './verdicts/pool.mjs';
import { conformingNames, faultsWithOwners } from './verdicts/targets.mjs';

const options = readOptions('npm run stability --', {
  seeds: { type: 'number', default: 10, describe: 'Seeds that each target is judged with' },
  sample: { type: 'number', default: 1, describe: 'Judges only every Nth server and fault' },
  only: { type: 'string', default: '**', describe: 'Targets whose name matches, such as liberty/* or fault/logs-*' },
  jobs: jobsOption,
});

/** @param {string} path below dist/ */
const built = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);
/** @type {typeof import('../src/checks/load-suites.ts')} */
const { loadSuites } = await built('src/checks/load-suites.js');
/** @type {typeof import('../src/checks/registry.ts')} */
const { checks } = await built('src/checks/registry.js');
/** @type {typeof import('../src/checks/check-limit.ts')} */
const { defaultLimitMs } = await built('src/checks/check-limit.js');
/** @type {typeof import('../src/config/run-settings.ts')} */
const { requestBudget } = await built('src/config/run-settings.js');

await loadSuites();
const limitsMs = new Map(checks().map(({ requirement, options }) => [requirement.id, options.limitMs]));
const limits = {
  requests: requestBudget.standard,
  timeMs: (/** @type {string} */ id) => limitsMs.get(id) ?? defaultLimitMs,
};

const { seeds, sample: step } = options;
/** @type {(name: string, index: number) => boolean} */
const isChosen = (name, index) => index % step === 0 && picomatch.isMatch(name, options.only);
const owners = new Map(faultsWithOwners().map(({ name, owner }) => [name, owner]));
const names = [...conformingNames().filter(isChosen), ...[...owners.keys()].filter(isChosen)];
if (names.length === 0) throw new Error(`--only ${options.only} matches no target`);
const jobs = names.flatMap((name) => Array.from({ length: seeds }, (_, index) => ({ name, seed: index + 1 })));

/** @type {Map<string, import('./verdicts/compare.mjs').TargetRecord[]>} */
const runs = new Map(names.map((name) => [name, []]));
await judgeAll(jobs, options.jobs, ({ name }, result, done) => {
  runs.get(name)?.push(result);
  if (done % 50 === 0) console.error(`${done} of ${jobs.length}`);
});
const rows = [...runs].map(([name, records]) => rowOf(name, records, limits, owners.get(name)));
console.log(describeRows(rows, seeds));
process.exitCode = rows.some(({ problems }) => problems.length > 0) ? 1 : 0;
