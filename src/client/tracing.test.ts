/** Which requests carry `traceparent`, and what of the trace the evidence keeps. */
import { expect, test } from 'vitest';
import { settingsOf } from '../../test/settings.ts';
import { systemClock } from '../core/clock.ts';
import type { Settings } from '../core/config.ts';
import type { WireRequest } from '../core/exchange.ts';
import { Client } from './client.ts';
import { ExchangeTally } from './evidence/exchange-tally.ts';
import { SharedConnection } from './shared-connection.ts';

function clientOf(change: Partial<Omit<Settings, 'run'>> & { readonly run?: Partial<Settings['run']> } = {}) {
  const sent: WireRequest[] = [];
  const response = {
    status: 200,
    headers: [['Server-Timing', 'db;dur=53']] as const,
    bytes: new TextEncoder().encode('{}'),
    truncated: false,
  };
  const send = async (request: WireRequest) => {
    sent.push(request);
    return { response };
  };
  const close = async () => {};
  const wire = { send, sendFresh: send, session: () => ({ send, close }), close };
  const settings = settingsOf('http://target.example', change);
  const outside = { wire, clock: systemClock, lookForCodes: async () => [] };
  const client = new Client(settings, new SharedConnection(settings, outside));
  const traces = () =>
    sent.map(({ headers }) => headers.find(([name]) => name.toLowerCase() === 'traceparent')?.[1] ?? null);
  return { client, traces };
}

test('the requests of one requirement share a trace, in which each has another span', async () => {
  const { client, traces } = clientOf();
  const one = client.counting(new ExchangeTally(), 'logs/json');
  const other = client.counting(new ExchangeTally(), 'logs/page-shape');
  for (const view of [one, one, other]) await view.send({ operation: 'logs' });
  const [first, second, third] = traces().map((value) => value?.split('-') ?? []);
  expect(second?.[1]).toBe(first?.[1]);
  expect(second?.[2]).not.toBe(first?.[2]);
  expect(third?.[1]).not.toBe(first?.[1]);
});

test('a request whose check chose its headers carries none beside them', async () => {
  const { client, traces } = clientOf();
  await client.send({ operation: 'logs', headers: [['X-Forwarded-For', '127.0.0.1']] });
  expect(traces()).toEqual([null]);
});

test('no request carries one where it is switched off, or where the configuration has its own', async () => {
  for (const run of [{ trace: false }, { headers: [['Traceparent', 'mine']] as const }]) {
    const { client, traces } = clientOf({ run });
    await client.send({ operation: 'logs' });
    expect(traces()).toEqual([run.trace === false ? null : 'mine']);
  }
});

test('evidence links to the trace and keeps what the server returned; the curl command has no trace', async () => {
  const { client } = clientOf({ traceLink: 'https://traces.example.com/{traceId}' });
  const { trace, curl } = client.recorder.evidence(await client.send({ operation: 'logs' }));
  expect(trace?.link).toBe(`https://traces.example.com/${trace?.id}`);
  expect(trace?.server).toEqual({ 'Server-Timing': 'db;dur=53' });
  expect(curl).not.toContain('traceparent');
});
