/** `cawl doctor` and `--wait-for-target`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type ReferenceServer, startReference } from '../../src/reference/index.ts';
import { countDecidable } from '../../src/session/decidable.ts';
import { examine } from '../../src/session/doctor.ts';
import { parseWait, waitForTarget } from '../../src/session/wait.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runOf } from '../settings.ts';

const signal = new AbortController().signal;

async function examined(
  change: (settings: ReferenceServer['settings']) => Partial<ReferenceServer['settings']> = () => ({}),
) {
  const server = await startReference();
  try {
    const settings = { ...server.settings, ...change(server.settings), waivers: [], run: runOf({ settleMs: 0 }) };
    const found = await examine(settings, signal);
    return new Map(found.map((one) => [one.what, one]));
  } finally {
    await server.close();
  }
}

test('a target that has everything needs nothing', async () => {
  const found = await examined();
  expect(found.get('webhook wh_1')).toMatchObject({
    state: 'good',
    found: expect.stringMatching(/^\d+ entries on 9 pages; /),
  });
  expect(found.get('verification codes')).toMatchObject({
    state: 'good',
    found: expect.stringContaining('digits came'),
  });
  expect([...found.values()].filter(({ state }) => state === 'bad')).toEqual([]);
});

test('each thing that is missing is named with what would decide it', async () => {
  const found = await examined(({ fixtures: { verificationCode: _, ...fixtures } }) => ({
    fixtures: { ...fixtures, webhooks: [{ id: 'wh_empty' }], profileIds: ['nobody'] },
  }));
  expect(found.get('webhook wh_empty')).toMatchObject({ state: 'open', remedy: expect.stringContaining('3 pages') });
  expect(found.get('logs')?.remedy).toContain('three pages, both statuses and two entries in the same second');
  expect(found.get('second webhook')?.state).toBe('open');
  expect(found.get('verification codes')?.remedy).toContain('--code-url');
});

test('what is missing counts against the requirements that need it, and against no other', async () => {
  const whole = countDecidable(catalogue, new Set());
  expect(whole.decidable).toBe(whole.all);
  const found = await examined(({ fixtures: { verificationCode: _, ...fixtures } }) => ({ fixtures }));
  const missing = new Set([...found.values()].flatMap(({ lacks = [] }) => lacks));
  expect([...missing]).toEqual(['codes']);
  const { decidable } = countDecidable(catalogue, missing);
  const verifications = catalogue.filter(({ operation, excluded }) => operation === 'verify' && excluded === undefined);
  expect(whole.all - decidable).toBeGreaterThanOrEqual(verifications.length - 3);
  expect(decidable).toBeGreaterThan(whole.all / 2);
});

test('a target that cannot be judged is the only thing that is said', async () => {
  const found = await examined(() => ({ baseUrl: 'http://127.0.0.1:9' }));
  expect([...found.keys()]).toEqual(['target']);
  expect(found.get('target')).toMatchObject({ state: 'bad', found: expect.stringContaining('cannot reach') });
});

test('a target that starts late is waited for, and no longer than asked', async () => {
  const server = createServer();
  const { port } = await new Promise<AddressInfo>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo)),
  );
  await new Promise((resolve) => server.close(resolve));
  const address = `http://127.0.0.1:${port}`;
  await expect(waitForTarget(address, 50, signal)).rejects.toThrow(/accepted no connection/);
  setTimeout(() => server.listen(port, '127.0.0.1'), 100);
  await waitForTarget(address, 20_000, signal);
  server.close();
});

test('a time to wait has a unit', () => {
  expect([parseWait('60s'), parseWait('2m'), parseWait('500ms'), parseWait('3')]).toEqual([60_000, 120_000, 500, 3000]);
  expect(() => parseWait('soon')).toThrow(/such as 60s/);
});
