/** Ids that the target may not have, such as those of an example configuration, are never reported as a violation. */
import { expect, test } from 'vitest';
import { faults } from '../../src/reference/faults/index.ts';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { runSettings } from '../../src/selftest/run-settings.ts';

const ids = ['create/accepts-valid', 'logs/accepts-valid'] as const;

/** A server that rejects every creation with a 400 and has no webhook of the configured id. */
async function judge(run: { readonly fixturesExist?: true }) {
  const server = await startReference({ faults: faults.filter(({ name }) => name === 'create-needs-title') });
  try {
    const { fixtures } = server.settings;
    const { fixturesExist: _, ...usual } = runSettings({ seed: 1 });
    const { verdicts } = await runInProcess(
      {
        ...server.settings,
        fixtures: { ...fixtures, webhooks: [{ id: 'wh_elsewhere' }] },
        waivers: [],
        run: { ...usual, settleMs: 0, ...run },
      },
      new Set(ids),
    );
    return ids.map((id) => verdicts.get(id)!);
  } finally {
    await server.close();
  }
}

test('canonical requests that are rejected with every configured id ask whether the ids exist', async () => {
  for (const verdict of await judge({}))
    expect(verdict).toMatchObject({
      verdict: 'inconclusive',
      wouldDecide: expect.stringContaining('do these exist on the target? see fixtures'),
    });
});

test('where the ids are known to exist, the same rejections are a violation', async () => {
  for (const verdict of await judge({ fixturesExist: true })) expect(verdict.verdict).toBe('fail');
});
