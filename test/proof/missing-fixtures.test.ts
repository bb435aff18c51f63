/** Ids that the target may not have, such as those of an example configuration, are never reported as a violation. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { faults } from '../../src/reference/faults/index.ts';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { runSettings } from '../../src/selftest/run-settings.ts';
import { settingsOf } from '../settings.ts';

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

/** A server with the profile p1 only, judged with p1 and p9. */
async function judgeWithUnknownProfile(rows: ReadonlySet<string>) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const isKnown = !text.includes('"p9"');
    const page = { data: ['event'], cursor: { totalItems: 1 } };
    response.writeHead(isKnown ? 201 : 422, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isKnown ? page : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { fixturesExist: _, ...usual } = runSettings({ seed: 1 });
  try {
    return await runInProcess(
      {
        ...settings,
        fixtures: { ...settings.fixtures, profileIds: ['p1', 'p9'], calendarIds: ['c1', 'c2'] },
        run: { ...usual, settleMs: 0 },
      },
      rows,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('one id that is refused wherever it is named is a suspicion against the configuration', async () => {
  const { verdicts } = await judgeWithUnknownProfile(new Set(['create/accepts-valid']));
  expect(verdicts.get('create/accepts-valid')).toMatchObject({
    verdict: 'fail',
    suspect: expect.stringMatching(/^fixtures\.profileIds: p9 is refused in all 2 bodies/),
  });
});
