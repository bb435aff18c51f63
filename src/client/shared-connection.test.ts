import { expect, test } from 'vitest';
import { settingsOf } from '../../test/settings.ts';
import { closeAfterTest, ok, search, serving } from '../../test/tiny-server.ts';
import type { Settings } from '../core/config.ts';
import { Client } from './client.ts';
import { outsideOf } from './outside-of-settings.ts';
import { SharedConnection } from './shared-connection.ts';

/** A client on a simulated clock, of a server that throttles with these values of Retry-After and then accepts. */
async function throttledBy(afters: readonly string[], run: Partial<Settings['run']> = {}) {
  const answers = [...afters];
  const base = await serving((_request, response) => {
    const after = answers.shift();
    if (after === undefined) ok(response);
    else response.writeHead(429, { 'Retry-After': after }).end();
  });
  const at = { ms: 0 };
  const pass = async (ms: number) => {
    at.ms += ms;
  };
  const plain = settingsOf(base);
  const settings = { ...plain, run: { ...plain.run, ...run } };
  const outside = outsideOf(settings);
  const clock = { ...outside.clock, now: () => at.ms, elapsed: () => at.ms, sleep: pass };
  const client = new Client(settings, new SharedConnection(settings, { ...outside, clock }));
  closeAfterTest(() => client.close());
  return { client, at };
}

test('a run ends neither while it waits as Retry-After says nor right after, but ends if that was in vain', async () => {
  const run = { maxTimeMs: 30_000, throttledTimeMs: 60_000 };
  const { client, at } = await throttledBy(['28'], run);
  expect((await client.send(search)).response?.status).toBe(200);
  expect(at.ms).toBe(28_000);
  const { client: vain } = await throttledBy(['28', '28', '28', '28'], run);
  await expect(vain.send(search)).rejects.toThrow('429 after 2 tries, with Retry-After: 28');
  await expect(vain.send(search)).rejects.toThrow('the rest of 30 s (--max-time) is kept');
});

test('only long waits are reported', async () => {
  const { client, at } = await throttledBy(['8', '2']);
  const waits: number[] = [];
  client.onWait((ms) => waits.push(ms));
  await client.send(search);
  expect({ waits, time: at.ms }).toEqual({ waits: [8000], time: 10_000 });
});
