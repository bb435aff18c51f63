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
