/**
 * Conforming servers, each with other choices and other weather, through the checks of a real run: nothing is reported. A
 * sample of what `npm run simulation` judges by the thousand; CAWL_SEED draws other servers.
 */
import { expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { drawFaultyRun, drawMildRun, drawRun } from './draw-run.ts';
import { falseAlarmsOf, judge } from './judge.ts';
import { type AnyFault, owners } from './server-faults.ts';
import { describeAxes, shrinkAlarm } from './shrink.ts';
import { decided } from './tally.ts';

await loadSuites();

const first = Number(process.env['CAWL_SEED'] ?? 20_261);
const seeds = (count: number) => Array.from({ length: count }, (_, at) => first + at);

test('any weather: nothing is reported', { timeout: 600_000 }, async () => {
  for (const seed of seeds(30)) {
    const run = drawRun(seed);
    for (const { id, verdict } of falseAlarmsOf(await judge(run))) {
      const shrunk = await shrinkAlarm(run, id, verdict.message ?? '');
      expect.fail(`seed ${seed}: ${id} on { ${describeAxes(shrunk)} }: ${shrunk.message}`);
    }
  }
});

test('mild weather: most requirements are decided', { timeout: 600_000 }, async () => {
  const shares: number[] = [];
  for (const seed of seeds(12)) {
    const { judged, undecided } = decided(await judge(drawMildRun(seed)));
    shares.push((judged - undecided) / judged);
  }
  const mean = shares.reduce((sum, share) => sum + share) / shares.length;
  expect(mean).toBeGreaterThan(0.8);
});

test('mild weather: each seeded fault is caught by its owner on at least half of the servers', {
  timeout: 600_000,
}, async () => {
  const servers = 6;
  const missed: string[] = [];
  for (const [fault, owner] of Object.entries(owners) as [AnyFault, string][]) {
    let caught = 0;
    for (const seed of seeds(servers)) {
      if ((await judge(drawFaultyRun(seed, fault))).verdicts.get(owner)?.verdict === 'fail') caught += 1;
      if (2 * caught >= servers) break;
    }
    if (2 * caught < servers) missed.push(`${fault}: ${owner}`);
  }
  expect(missed).toEqual([]);
});
