/** Runs every kind of weather, or those named, one after the other, and prints the table of docs/weather.md. */
import { kinds } from './kinds/index.ts';
import { problemsOf, runKind } from './run-kind.ts';
import { footer, header, rowOf } from './table.ts';

const named = process.argv.slice(2);
const chosen = named.length === 0 ? kinds : kinds.filter(({ name }) => named.includes(name));

let wrong = 0;
process.stdout.write(header);
for (const kind of chosen) {
  const run = await runKind(kind);
  const problems = problemsOf(kind, run);
  process.stdout.write(rowOf(kind, run));
  if (problems.length === 0) continue;
  wrong += 1;
  process.stderr.write(`${kind.name}: ${problems.join('; ')}\n`);
  if (process.env['SHOW'] !== undefined)
    process.stderr.write(`${run.output.slice(-4000)}\n${run.counts}\n${run.failed.join(' ')}\n`);
}
process.stdout.write(footer(chosen.length, wrong));
process.exitCode = wrong > 0 ? 1 : 0;
