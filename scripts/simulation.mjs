// @ts-check
/**
 * Judges simulated servers, prints each false alarm with the axes that it takes, and writes a report. The same command continues
 * a batch that the file of `--keep` has in part. Needs a build: `npm run simulation` makes one.
 */
import { readOptions } from './options.mjs';

const options = readOptions('npm run simulation --', {
  runs: { type: 'number', default: 100, describe: 'Servers that are judged; 0 reports on all of the file of --keep' },
  seed: { type: 'number', default: 1, describe: 'The first seed' },
  jobs: { type: 'number', default: 1, describe: 'Processes that work at the same time' },
  keep: { type: 'string', describe: 'File of runs, one per line: those that it has are not judged again' },
  faults: { type: 'number', default: 0, describe: 'Servers that each seeded fault is judged on' },
  commit: { type: 'string', default: '', describe: 'Names what is judged' },
  write: { type: 'string', default: 'test/simulation/report.md', describe: 'File of the report' },
});

/** @type {typeof import('../test/simulation/simulate.ts')} */
const { simulate } = await import(new URL('../dist/test/simulation/simulate.js', import.meta.url).href);
process.exitCode = (await simulate(options)) ? 0 : 1;
