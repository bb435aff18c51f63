/**
 * `npm run simulation -- --runs 10000 --seed 1`: judges so many simulated servers, prints each false alarm with the axes that
 * it takes, and writes `report.md`. `--faults 5` judges each seeded fault on as many servers in mild weather.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { drawFaultyRun, drawRun } from './draw-run.ts';
import { falseAlarmsOf, judge, type SimulatedRun } from './judge.ts';
import { type AnyFault, owners } from './server-faults.ts';
import { describeAxes, shrinkAlarm } from './shrink.ts';
import { Tally } from './tally.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '0' },
    write: { type: 'string', default: 'test/simulation/report.md' },
  },
});
const runs = Number(options.runs);
const first = Number(options.seed);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await loadSuites();
const tally = new Tally();
const alarmsById = new Map<string, number>();

/** Judges one run; prints what it takes to see each of its false alarms. */
async function judgeAndReport(run: SimulatedRun): Promise<void> {
  const result = await judge(run);
  const alarms = falseAlarmsOf(result);
  tally.add(run.server, result, alarms.length);
  for (const { id, verdict } of alarms) {
    alarmsById.set(id, (alarmsById.get(id) ?? 0) + 1);
    const shrunk = await shrinkAlarm(run, id, verdict.message ?? '');
    print(`seed ${run.seed} ${run.depth}: ${id} on { ${describeAxes(shrunk)} }\n    ${shrunk.message.slice(0, 400)}`);
    if (verdict.verdict === 'error') print(`    ${verdict.stack ?? ''}`);
  }
}

const began = process.cpuUsage();
const msPerRun = (done: number): number => Math.round(process.cpuUsage(began).user / 1000 / done);
for (let seed = first; seed < first + runs; seed += 1) {
  await judgeAndReport(drawRun(seed));
  const done = seed - first + 1;
  if (done % 100 === 0)
    print(`${done} runs, ${tally.all.alarms} with a false alarm, ${msPerRun(done)} ms of the processor each`);
}

const caught: string[] = [];
for (const fault of Object.keys(owners) as AnyFault[]) {
  const tries = Number(options.faults);
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

const report = [
  '# Simulated servers',
  '',
  `Written by \`npm run simulation -- --runs ${runs} --seed ${first} --faults ${options.faults}\`.`,
  '',
  '## Any weather: nothing is reported',
  '',
  `${tally.all.runs} conforming servers, ${tally.requests} requests; ${tally.all.alarms} runs with a false alarm.`,
  ...[...alarmsById].map(([id, count]) => `- \`${id}\`: ${count}`),
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
process.exitCode = tally.all.alarms === 0 ? 0 : 1;
