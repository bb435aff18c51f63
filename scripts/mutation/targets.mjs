// @ts-check
/**
 * Mutation tests of the kit itself: judges servers whose code is changed in one place, and lists the changes that no
 * requirement reports. Needs a build and Stryker's instrumenter: `npm run mutation:targets` makes both.
 */
import { writeFileSync } from 'node:fs';
import { jobsOption, readOptions } from '../options.mjs';
import { requiredScore, scoreOf } from './targets/classify.mjs';
import { allCombinations } from './targets/combinations.mjs';
import { instrumentServers } from './targets/instrument.mjs';
import { judgeBaselines, judgeMutants } from './targets/judge-mutants.mjs';
import { Results } from './targets/results.mjs';
import { describeSurvivors, describeTable, pageInMarkdown } from './targets/table.mjs';

const options = readOptions('npm run mutation:targets --', {
  minutes: { type: 'number', default: 20, describe: 'Time for the sample' },
  all: { type: 'boolean', default: false, describe: 'Judges every mutant, however long it takes' },
  server: { type: 'string', default: '', describe: 'Only servers whose name begins so' },
  at: { type: 'string', default: '', describe: 'Only mutants of this line, such as search.ts:71' },
  seed: { type: 'number', default: 1, describe: 'Seed of the sample and of the runs' },
  jobs: jobsOption,
  results: { type: 'string', describe: 'File of results that is continued' },
  write: { type: 'string', describe: 'File that gets the page of the documentation' },
});

const began = Date.now();
const mutants = (await instrumentServers()).filter(
  ({ server, file, line }) => server.startsWith(options.server) && `${file}:${line}`.endsWith(options.at),
);
if (mutants.length === 0) throw new Error('--server and --at leave no mutant');
const plan = {
  seed: options.seed,
  processes: options.jobs,
  until: options.all ? Number.POSITIVE_INFINITY : began + options.minutes * 60_000,
};
const baselines = await judgeBaselines([...new Set(mutants.map(({ server }) => server))], plan);
const outcomes = await judgeMutants(mutants, baselines, new Results(options.results), plan);

const sent = new Set([...baselines.values()].flatMap((scopes) => scopes.get('logs')?.sent ?? []));
const unsent = allCombinations().filter((combination) => !sent.has(combination));
const { visible, killed, score } = scoreOf(outcomes);
console.log(describeSurvivors(outcomes));
console.log(`${describeTable(outcomes)}\n`);
console.log(`never sent, of ${allCombinations().length} combinations of search parameters: ${unsent.length}`);
for (const combination of unsent) console.log(`    ${combination}`);
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`${killed} of ${visible} visible mutants killed (${(100 * score).toFixed(1)} %), in ${seconds} s`);
if (options.write !== undefined) writeFileSync(options.write, pageInMarkdown(outcomes, unsent));
process.exitCode = score >= requiredScore ? 0 : 1;
