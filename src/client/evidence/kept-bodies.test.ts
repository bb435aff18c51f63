import { expect, test } from 'vitest';
import { isBeyondLimit, keptBeginning, parseJsonBody, shortBody } from '../../core/body.ts';
import { bodySize, type HttpResponse } from '../../core/exchange.ts';
import { KeptBodies } from './kept-bodies.ts';

const long = 4 * shortBody;

function responseOf(size: number): HttpResponse {
  const text = JSON.stringify({ text: 'x'.repeat(size - 11) });
  return { status: 200, headers: [], bytes: Buffer.from(text), truncated: false };
}

test('within the budget, bodies stay whole', () => {
  const kept = new KeptBodies(3 * long);
  const responses = [long, long, long].map(responseOf);
  for (const response of responses) kept.keep(response);
  expect(responses.map((response) => parseJsonBody(response).ok)).toEqual([true, true, true]);
});

test('beyond the budget, the oldest long bodies keep their beginning and their size', () => {
  const kept = new KeptBodies(3 * long);
  const responses = [shortBody, long, long, long, long].map(responseOf);
  for (const response of responses) kept.keep(response);
  expect(responses.map(({ bytes }) => bytes.length)).toEqual([shortBody, keptBeginning, keptBeginning, long, long]);
  expect(bodySize(responses[1]!)).toBe(long);
});

test('of a body that was cut nothing is judged', () => {
  const kept = new KeptBodies(long);
  const responses = [long, long].map(responseOf);
  for (const response of responses) kept.keep(response);
  expect(isBeyondLimit(responses[0]!)).toBe(true);
  expect(parseJsonBody(responses[0]!).text).toHaveLength(keptBeginning);
});

test('of long headers, each field keeps its beginning', () => {
  const response: HttpResponse = {
    status: 429,
    headers: [
      ['X-Long', 'x'.repeat(30_000)],
      ['Retry-After', '2'],
    ],
    bytes: new Uint8Array(),
    truncated: false,
  };
  new KeptBodies(long).keep(response);
  expect(response.headers).toEqual([
    ['X-Long', 'x'.repeat(256)],
    ['Retry-After', '2'],
  ]);
});
