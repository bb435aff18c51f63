/** Ids that the target may not have, such as those of an example configuration, are never reported as a violation. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/core/config.ts';
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
      wouldDecide: expect.stringContaining('ids that exist on the target; see fixtures'),
    });
});

test('where the ids are known to exist, the same rejections are a violation', async () => {
  for (const verdict of await judge({ fixturesExist: true })) expect(verdict.verdict).toBe('fail');
});

test('a second webhook that is refused asks whether its id exists', async () => {
  const server = await startReference();
  const { fixturesExist: _, ...usual } = runSettings({ seed: 1 });
  const webhooks = [...server.settings.fixtures.webhooks!, { id: 'wh_elsewhere' }];
  try {
    const { verdicts } = await runInProcess(
      {
        ...server.settings,
        fixtures: { ...server.settings.fixtures, webhooks },
        waivers: [],
        run: { ...usual, settleMs: 0 },
      },
      new Set(['logs/optional-parameters', 'logs/allowed-values']),
    );
    expect(verdicts.get('logs/optional-parameters')).toMatchObject({
      verdict: 'inconclusive',
      wouldDecide: 'an id that exists, instead of wh_elsewhere, in fixtures.webhooks',
    });
    expect(verdicts.get('logs/allowed-values')).toMatchObject({ verdict: 'pass' });
  } finally {
    await server.close();
  }
});

/** Judges the answers of a server to requests that are accepted only if `isKnown` says so. */
async function judgeAnswers(
  id: string,
  isKnown: (path: string, body: string) => boolean,
  fixtures: Partial<Settings['fixtures']> = {},
  run: Partial<Settings['run']> = {},
) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [path = ''] = (request.url ?? '').split('?');
    const isPage = /common-events|logs/.test(path);
    const answer = isPage ? { data: ['event'], cursor: { totalItems: 1 } } : {};
    const known = isKnown(path, body);
    response.writeHead(known ? 200 : 422, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(known ? answer : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { fixturesExist: _, ...usual } = runSettings({ seed: 1 });
  try {
    const { verdicts } = await runInProcess(
      { ...settings, fixtures: { ...settings.fixtures, ...fixtures }, run: { ...usual, settleMs: 0, ...run } },
      new Set([id]),
    );
    return verdicts.get(id)!;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a configured value that is rejected in every request, while others are accepted, points to the configuration', () => {
  const code = { value: '123456', waitMs: 100 };
  test.each([
    [
      'create/accepts-valid',
      /^fixtures\.profileIds: p9 is refused in all 2 bodies/,
      (_: string, body: string) => !body.includes('"p9"'),
      { profileIds: ['p1', 'p9'], calendarIds: ['c1', 'c2'] },
    ],
    [
      'create/accepts-valid',
      /^fixtures\.calendarIds: c9 is refused in all 2 bodies/,
      (_: string, body: string) => !body.includes('"c9"'),
      { profileIds: ['p1', 'p2'], calendarIds: ['c1', 'c9'] },
    ],
    [
      'register/accepts-valid',
      /^fixtures\.register: these names and this password are refused/,
      (_: string, body: string) => !body.includes('"Ada"'),
      {},
    ],
    [
      'logs/accepts-valid',
      /^fixtures\.webhooks: wh_9 is refused, and wh_1 is accepted/,
      (path: string) => !path.includes('wh_9'),
      { webhooks: [{ id: 'wh_9' }, { id: 'wh_1' }] },
    ],
    [
      'verify/accepts-valid',
      /^fixtures\.verificationCode\.value: the fixed code is refused/,
      (path: string) => !path.includes('verify'),
      { verificationCode: code },
    ],
  ])('%s: %s', async (id, suspect, isKnown, fixtures) => {
    expect(await judgeAnswers(id, isKnown, fixtures)).toMatchObject({
      verdict: 'fail',
      suspect: expect.stringMatching(suspect),
    });
    const known = await judgeAnswers(id, isKnown, fixtures, { fixturesExist: true });
    expect(known, 'the fixtures are known to exist').toMatchObject({ verdict: 'fail' });
    expect(known).not.toHaveProperty('suspect');
  });

  test('names that are refused as all others are not suspected', async () => {
    const refused = await judgeAnswers('register/accepts-valid', (path) => !path.includes('register'));
    expect(refused).toMatchObject({ verdict: 'fail' });
    expect(refused).not.toHaveProperty('suspect');
  });
});
