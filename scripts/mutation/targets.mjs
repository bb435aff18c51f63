// @ts-check
/**
 * Mutation tests of the kit itself: judges servers whose code is changed in one place, and lists the changes that no
 * requirement reports. Needs a build and Stryker's instrumenter: `npm run mutation:targets` makes both.
 *
 *   npm run mutation:targets -- [--minutes 20 | --all] [--server NAME] [--at FILE:LINE] [--seed N] [--jobs N]
 *                               [--results FILE] [--write FILE]
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { requiredScore, scoreOf } from './targets/classify.mjs';
import { allCombinations } from './targets/combinations.mjs';
import { instrumentServers } from './targets/instrument.mjs';
import { judgeBaselines, judgeMutants } from './targets/judge-mutants.mjs';
import { Results } from './targets/results.mjs';
import { describeSurvivors, describeTable, pageInMarkdown } from './targets/table.mjs';

const { values } = parseArgs({
  options: {
    /** Time for the sample. */
    minutes: { type: 'string', default: '20' },
    /** Judges every mutant, however long it takes. */
    all: { type: 'boolean', default: false },
    server: { type: 'string', default: '' },
    /** Only mutants of this line, such as `search.ts:71`. */
    at: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** Continues from the results in this file, and adds to them. */
    results: { type: 'string' },
    /** Writes the page of the documentation. */
    write: { type: 'string' },
  },
});

const began = Date.now();
const mutants = (await instrumentServers()).filter(
  ({ server, file, line }) => server.startsWith(values.server) && `${file}:${line}`.endsWith(values.at),
);
if (mutants.length === 0) throw new Error('--server and --at leave no mutant');
const plan = {
  seed: Number(values.seed),
  processes: Number(values.jobs),
  until: values.all ? Number.POSITIVE_INFINITY : began + Number(values.minutes) * 60_000,
};
const baselines = await judgeBaselines([...new Set(mutants.map(({ server }) => server))], plan);
const outcomes = await judgeMutants(mutants, baselines, new Results(values.results), plan);

const sent = new Set([...baselines.values()].flatMap((scopes) => scopes.get('logs')?.sent ?? []));
const unsent = allCombinations().filter((combination) => !sent.has(combination));
const { visible, killed, score } = scoreOf(outcomes);
console.log(describeSurvivors(outcomes));
console.log(`${describeTable(outcomes)}\n`);
console.log(`never sent, of ${allCombinations().length} combinations of search parameters: ${unsent.length}`);
for (const combination of unsent) console.log(`    ${combination}`);
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`${killed} of ${visible} visible mutants killed (${(100 * score).toFixed(1)} %), in ${seconds} s`);
if (values.write !== undefined) writeFileSync(values.write, pageInMarkdown(outcomes, unsent));
process.exitCode = score >= requiredScore ? 0 : 1;
