import { expect, test } from 'vitest';
import type { Exchange, TransportFailure } from '../core/exchange.ts';
import { judgeSymptom } from './symptom.ts';

const page = '{"data":[],"cursor":{"totalItems":0}}';

/** @param sent a status, or how the connection failed */
function exchangeOf(sent: number | TransportFailure, body = page, type = 'application/json'): Exchange {
  const bytes = new TextEncoder().encode(body);
  const response =
    typeof sent === 'number'
      ? { status: sent, headers: [['Content-Type', type] as const], bytes, truncated: false }
      : null;
  const failure = typeof sent === 'number' ? {} : { failure: { kind: sent, message: 'after 5 ms' } };
  return { number: 1, request: { proper: false } as Exchange['request'], response, ...failure, startedAt: 0, ms: 1 };
}

test.each([
  ['accepted', 200, 'still fails'],
  ['accepted', 401, 'no longer fails'],
  ['accepted', 500, 'cannot tell'],
  ['accepted', 'timeout', 'cannot tell'],
  ['refused', 201, 'no longer fails'],
  ['refused', 422, 'still fails'],
  ['refused', 'cut', 'still fails'],
  ['server-error', 500, 'still fails'],
  ['server-error', 'cut', 'still fails'],
  ['server-error', 404, 'no longer fails'],
  ['server-error', 501, 'no longer fails'],
] as const)('%s: %s means "%s"', (kind, sent, verdict) => {
  expect(judgeSymptom({ kind }, exchangeOf(sent)).verdict).toBe(verdict);
});

test('a shape is compared on a 2xx response only', () => {
  const judge = (...sent: Parameters<typeof exchangeOf>) =>
    judgeSymptom({ kind: 'shape', schema: 'page' }, exchangeOf(...sent)).verdict;
  expect(judge(200)).toBe('no longer fails');
  expect(judge(200, '{}')).toBe('still fails');
  expect(judge(404, '{}')).toBe('cannot tell');
  expect(judge('cut')).toBe('cannot tell');
  const type = judgeSymptom({ kind: 'shape', schema: 'content-type' }, exchangeOf(200, page, 'text/html'));
  expect(type.verdict).toBe('still fails');
  expect(judgeSymptom({ kind: 'shape', schema: 'json' }, exchangeOf(200, '{')).verdict).toBe('still fails');
});

test('a target that cannot be reached or throttles is an outage, whatever the symptom', () => {
  for (const sent of ['refused', 429] as const)
    for (const kind of ['accepted', 'refused', 'server-error'] as const)
      expect(judgeSymptom({ kind }, exchangeOf(sent))).toMatchObject({ verdict: 'cannot tell', outage: true });
});
