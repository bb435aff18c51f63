import { expect, test } from 'vitest';
import type { HttpResponse } from './exchange.ts';
import { traceIdOf, traceOf, traceparent } from './trace.ts';

const respond = (...headers: [string, string][]): HttpResponse => ({
  status: 200,
  headers,
  bytes: new Uint8Array(),
  truncated: false,
});
const asIs = (text: string) => text;
const template = 'https://traces.example.com/{traceId}';

test('requirements have different traces, and the same ones in a run with the same key', () => {
  expect(traceIdOf('seed 1', 'logs/json')).toMatch(/^[0-9a-f]{32}$/);
  expect(traceIdOf('seed 1', 'logs/json')).toBe(traceIdOf('seed 1', 'logs/json'));
  expect(traceIdOf('seed 1', 'logs/json')).not.toBe(traceIdOf('seed 1', 'create/json'));
  expect(traceIdOf('seed 2', 'logs/json')).not.toBe(traceIdOf('seed 1', 'logs/json'));
});

test('the header has the form of W3C trace context, version 00', () => {
  const id = traceIdOf('seed 1', 'logs/json');
  expect(traceparent(id, 17)).toBe(`00-${id}-0000000000000011-01`);
});

test('the link names the trace that the server answered with, or else that of the request', () => {
  const [ours, theirs] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(traceOf(ours, respond(), template, asIs)).toEqual({
    id: ours,
    link: `https://traces.example.com/${ours}`,
  });
  const answered = respond(['Traceresponse', `00-${theirs}-${'c'.repeat(16)}-01`]);
  expect(traceOf(ours, answered, template, asIs).link).toBe(`https://traces.example.com/${theirs}`);
});

test('what the server tells about its side is kept, masked, and nothing else', () => {
  const response = respond(['Server-Timing', 'db;dur=53'], ['X-Request-Id', 'secret'], ['Date', 'today']);
  const { server } = traceOf('a'.repeat(32), response, undefined, (text) => text.replace('secret', '{token}'));
  expect(server).toEqual({ 'Server-Timing': 'db;dur=53', 'X-Request-Id': '{token}' });
});
