/** An empty log is a failure if the configuration names items of it, and not if it is silent. */
import { expect, test } from 'vitest';
import type { TruthEntry } from '../../src/core/config.ts';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { runSettings } from '../../src/selftest/run-settings.ts';

const told: readonly TruthEntry[] = [{ item: 'log_wh1_0000001', status: 'failed' }];

/** The verdict of logs/walk-complete on a reference server with so many entries in the log of wh_1. */
async function judge(entries: number, truth: readonly TruthEntry[]) {
  const server = await startReference({ logs: entries });
  try {
    const { fixtures } = server.settings;
    const { verdicts } = await runInProcess(
      {
        ...server.settings,
        fixtures: { ...fixtures, webhooks: [{ id: 'wh_1', truth }] },
        waivers: [],
        run: { ...runSettings({ seed: 1 }), settleMs: 0 },
      },
      new Set(['logs/accepts-valid', 'logs/walk-complete']),
    );
    return verdicts.get('logs/walk-complete')!;
  } finally {
    await server.close();
  }
}

test('logs/walk-complete fails at level declared if a truth file names items of an empty log', async () => {
  expect(await judge(0, told)).toMatchObject({ verdict: 'fail', level: 'declared' });
});

test.each([
  ['an empty log without a truth file', 0, []],
  ['a truth file whose items have left a log with others', 173, told],
] as const)('logs/walk-complete does not fail on %s', async (_, entries, truth) => {
  expect((await judge(entries, truth)).verdict).not.toBe('fail');
});
