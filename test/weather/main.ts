/**
 * Runs every kind of weather, or those named, one after the other, and prints what was measured. `--list` prints the table
 * of docs/weather.md instead and runs nothing.
 */
import { kinds } from './kinds/index.ts';
import { problemsOf, runKind } from './run-kind.ts';
import { expectationsOf, footer, header, rowOf } from './table.ts';

const isList = process.argv.includes('--list');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = named.length === 0 ? kinds : kinds.filter(({ name }) => named.includes(name));

let wrong = 0;
process.stdout.write(isList ? expectationsOf(kinds) : header);
for (const kind of isList ? [] : chosen) {
  const run = await runKind(kind);
  const problems = problemsOf(kind, run);
  process.stdout.write(rowOf(kind, run));
  if (problems.length === 0) continue;
  wrong += 1;
  process.stderr.write(`${kind.name}: ${problems.join('; ')}\n`);
  if (process.env['SHOW'] !== undefined)
    process.stderr.write(`${run.output.slice(-4000)}\n${run.counts}\n${run.failed.join(' ')}\n`);
}
if (!isList) process.stdout.write(footer(chosen.length, wrong));
process.exitCode = wrong > 0 ? 1 : 0;
