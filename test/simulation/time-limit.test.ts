/** What a run that ends for its time limit still says about a slow target. */
import { expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { judge } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';

await loadSuites();

test('a registration that was accepted at first counts where the time ends before the end of the run', async () => {
  const ids = ['register/accepts-valid', 'logs/walk-complete', 'logs/status-partition', 'logs/combined-parameters'];
  const server: Server = { ...neutral, perSecond: 10 };
  const { verdicts } = await judge({ server, seed: 3, depth: 'standard', ids: new Set(ids), maxTimeMs: 3000 });
  expect(verdicts.get('logs/combined-parameters')).toMatchObject({ verdict: 'inconclusive' });
  expect(verdicts.get('register/accepts-valid')).toMatchObject({ verdict: 'pass' });
});

const slow: Server = { ...neutral, count: 37, latencyMs: [200, 200] as unknown as Server['latencyMs'] };
const decided = ({ verdicts }: Awaited<ReturnType<typeof judge>>) =>
  [...verdicts].filter(([, { verdict }]) => verdict !== 'inconclusive').map(([id]) => id);

test('a run with a budget decides more than one that is cut after that time, and names what it leaves out', async () => {
  const run = { server: slow, seed: 1, depth: 'standard', concurrency: 16 } as const;
  // A third and two thirds of what a whole run takes.
  for (const seconds of [6, 12]) {
    const ms = 1000 * seconds;
    const [chosen, cut] = [await judge({ ...run, budgetMs: ms }), await judge({ ...run, maxTimeMs: ms })];
    expect(decided(chosen).length).toBeGreaterThan(decided(cut).length);
    const open = [...chosen.verdicts.values()].filter(({ verdict }) => verdict === 'inconclusive');
    expect(open).not.toHaveLength(0);
    for (const verdict of open)
      expect(verdict).toMatchObject({ setting: '--budget', message: expect.stringContaining(`${seconds} s`) });
  }
});

test('at a target that answers faster, it decides a fifth more in half the time of a whole run, with fewer requests', async () => {
  const server: Server = { ...slow, latencyMs: [50, 50] as unknown as Server['latencyMs'] };
  const run = { server, seed: 1, depth: 'standard', concurrency: 8 } as const;
  const [chosen, cut] = [await judge({ ...run, budgetMs: 5000 }), await judge({ ...run, maxTimeMs: 5000 })];
  expect(decided(chosen).length).toBeGreaterThan(1.2 * decided(cut).length);
  expect(chosen.requests).toBeLessThan(cut.requests);
});

test('a budget that suffices leaves nothing out', async () => {
  const run = { server: slow, seed: 1, depth: 'standard', concurrency: 16 } as const;
  expect(decided(await judge({ ...run, budgetMs: 120_000 })).sort()).toEqual(decided(await judge(run)).sort());
});

test('a short budget still decides the valid request of each operation', async () => {
  const { verdicts } = await judge({ server: slow, seed: 1, depth: 'standard', concurrency: 16, budgetMs: 4000 });
  for (const operation of ['create', 'register', 'verify', 'logs'])
    expect(verdicts.get(`${operation}/accepts-valid`)).toMatchObject({ verdict: 'pass' });
});
