/**
 * Runs every kind of weather, or those named, one after the other, and writes what was measured into the table of
 * docs/weather.md. A kind that does not end as it must is named, and the exit status is 1. `--list` runs nothing: it only
 * brings the table up to date with the kinds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mostMegabytes, mostSeconds } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { problemsOf, runKind } from './run-kind.ts';
import { cellsOf, readTable, tableOf, withTable } from './table.ts';

const page = 'docs/weather.md';
const isList = process.argv.includes('--list');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = named.filter((word) => !kinds.some(({ name }) => name === word));
if (unknown.length > 0) throw new Error(`there is no kind ${unknown.join(', ')}`);
const chosen = isList ? [] : kinds.filter(({ name }) => named.length === 0 || named.includes(name));

const measured = new Map([...readTable(readFileSync(page, 'utf8'))].map(([name, row]) => [name, row.measured]));
let wrong = 0;
for (const kind of chosen) {
  const run = await runKind(kind);
  const problems = problemsOf(kind, run);
  const { exit, verdict, seconds, megabytes } = cellsOf(run);
  process.stdout.write(
    `${kind.name}: exit ${exit}, ${verdict}, ${seconds} s of ${mostSeconds(kind)}, ${megabytes} MB of ${mostMegabytes}${problems.length === 0 ? '' : `; WRONG: ${problems.join('; ')}`}\n`,
  );
  if (problems.length === 0) measured.set(kind.name, { exit, verdict, seconds, megabytes });
  else {
    wrong += 1;
    measured.delete(kind.name);
    if (process.env['SHOW'] !== undefined)
      process.stderr.write(`${run.output.slice(-4000)}\n${run.counts}\n${run.failed.join(' ')}\n`);
  }
  writePage();
}
if (isList) writePage();
else process.stdout.write(`${chosen.length} kinds, ${wrong === 0 ? 'all as expected' : `${wrong} not as expected`}\n`);
process.exitCode = wrong > 0 ? 1 : 0;

function writePage(): void {
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOf(kinds, measured)));
}
