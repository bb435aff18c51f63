/** Judges simulated servers, prints each false alarm with the axes that it takes, and writes a report. */
import { writeFileSync } from 'node:fs';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { drawFaultyRun, drawRun } from './draw-run.ts';
import { judge } from './judge.ts';
import type { RunRecord } from './judge-seed.ts';
import { judgeSeeds, readRecords } from './run-pool.ts';
import { type AnyFault, owners } from './server-faults.ts';
import { Tally } from './tally.ts';

/** What `scripts/simulation.mjs` reads from the command line. */
export interface SimulationOptions {
  /** Servers that are judged; 0 reports on all that the file of `keep` has. */
  readonly runs: number;
  /** The first seed. */
  readonly seed: number;
  /** Processes that work at the same time. */
  readonly jobs: number;
  /** File of runs, one per line: those that it has are not judged again. */
  readonly keep?: string | undefined;
  /** Servers that each seeded fault is judged on. */
  readonly faults: number;
  /** Names what is judged; empty for nothing. */
  readonly commit: string;
  /** File of the report. */
  readonly write: string;
}

/** @returns whether no server was reported */
export async function simulate(options: SimulationOptions): Promise<boolean> {
  const { runs, seed: first } = options;
  const seeds = Array.from({ length: runs }, (_, at) => first + at);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);

  await loadSuites();
  const tally = new Tally();
  const alarmsById = new Map<string, number>();

  function count(record: RunRecord): void {
    tally.add(drawRun(record.seed).server, record);
    for (const { id, text } of record.alarms) {
      alarmsById.set(id, (alarmsById.get(id) ?? 0) + 1);
      print(`seed ${record.seed} ${text}`);
    }
  }

  const known = readRecords(options.keep).filter(({ seed }) => runs === 0 || (seed >= first && seed < first + runs));
  for (const record of known) count(record);
  const judged = new Set(known.map(({ seed }) => seed));
  const left = seeds.filter((seed) => !judged.has(seed));
  const began = process.cpuUsage();
  await judgeSeeds(left, { jobs: options.jobs, file: options.keep }, (record) => {
    count(record);
    const done = tally.all.runs - known.length;
    const ms = Math.round(process.cpuUsage(began).user / 1000 / done);
    if (done % 100 === 0)
      print(`${tally.all.runs} runs, ${tally.all.alarms} with a false alarm, ${ms} ms of the processor each`);
  });

  const caught: string[] = [];
  for (const fault of Object.keys(owners) as AnyFault[]) {
    const tries = options.faults;
    if (tries === 0) break;
    const owner = owners[fault]!;
    let failed = 0;
    for (let seed = first; seed < first + tries; seed += 1) {
      const { verdicts } = await judge(drawFaultyRun(seed, fault));
      if (verdicts.get(owner)?.verdict === 'fail') failed += 1;
      else print(`seed ${seed}: ${fault}: ${owner} ${verdicts.get(owner)?.verdict}: ${verdicts.get(owner)?.message}`);
    }
    caught.push(`| ${fault} | \`${owner}\` | ${Math.round((100 * failed) / tries)} |`);
  }

  const version = options.commit === '' ? '' : `, at ${options.commit}`;
  const report = [
    '# Simulated servers',
    '',
    `Written by \`npm run simulation -- --runs ${runs} --seed ${first} --faults ${options.faults}\`${version}.`,
    '',
    '## Any weather: nothing is reported',
    '',
    `${tally.all.runs} conforming servers, ${tally.requests} requests; ${tally.all.alarms} runs with a false alarm.`,
    ...[...alarmsById].map(([id, times]) => `- \`${id}\`: ${times}`),
    '',
    tally.render(),
    ...(caught.length === 0
      ? []
      : [
          '',
          '## Mild weather: the seeded fault is caught',
          '',
          '| fault | owner | caught, % |',
          '| --- | --- | ---: |',
          ...caught,
        ]),
    '',
  ].join('\n');
  print(report);
  writeFileSync(options.write, report);
  return tally.all.alarms === 0;
}
