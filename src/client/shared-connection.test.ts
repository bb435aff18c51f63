import { expect, test } from 'vitest';
import { settingsOf } from '../../test/settings.ts';
import { closeAfterTest, ok, search, serving } from '../../test/tiny-server.ts';
import { Client } from './client.ts';
import { outsideOf } from './outside-of-settings.ts';
import { SharedConnection } from './shared-connection.ts';

test('only long waits are reported', async () => {
  const answers = ['8', '2', undefined];
  const base = await serving((_request, response) => {
    const after = answers.shift();
    if (after === undefined) ok(response);
    else response.writeHead(429, { 'Retry-After': after }).end();
  });
  let time = 0;
  const pass = async (ms: number) => {
    time += ms;
  };
  const settings = settingsOf(base);
  const outside = outsideOf(settings);
  const clock = { ...outside.clock, now: () => time, elapsed: () => time, sleep: pass };
  const client = new Client(settings, new SharedConnection(settings, { ...outside, clock }));
  closeAfterTest(() => client.close());
  const waits: number[] = [];
  client.onWait((ms) => waits.push(ms));
  await client.send(search);
  expect({ waits, time }).toEqual({ waits: [8000], time: 10_000 });
});
