import { expect, test } from 'vitest';
import type { Exchange, SentRequest } from '../core/exchange.ts';
import { OperationTimeouts } from './operation-timeouts.ts';

const request = { operation: 'logs', target: '/logs/search', body: null, webhook: null, authorization: null } as never;

function exchange(ms: number, isHung = false): Exchange {
  const failure = { kind: 'timeout', message: 'no answer' } as const;
  return { request, startedAt: 0, ms, ...(isHung ? { response: null, failure } : { response: {} }) } as never;
}

function afterSixHangs(answerMs: number): OperationTimeouts {
  const timeouts = new OperationTimeouts();
  for (let n = 0; n < 100; n += 1) timeouts.note(exchange(answerMs));
  for (let n = 0; n < 6; n += 1) timeouts.note(exchange(10_000, true));
  return timeouts;
}

test('a request is waited for in full until six have hung', () => {
  const timeouts = new OperationTimeouts();
  for (let n = 0; n < 100; n += 1) timeouts.note(exchange(20));
  for (let n = 0; n < 5; n += 1) timeouts.note(exchange(10_000, true));
  expect(timeouts.patienceFor('logs')).toBeUndefined();
  expect(afterSixHangs(20).patienceFor('logs')).toBe(1000);
  expect(afterSixHangs(20).patienceFor('create')).toBeUndefined();
});

test('each four requests that were not waited for halve the wait, down to eight times the average answer', () => {
  const timeouts = afterSixHangs(20);
  const waits: (number | undefined)[] = [];
  for (let n = 0; n < 20; n += 1) {
    if (n % 4 === 0) waits.push(timeouts.patienceFor('logs'));
    timeouts.noteUnwaited(request as SentRequest, 0, 1000);
  }
  expect(waits).toEqual([1000, 500, 250, 160, 160]);
});

test('a slow target is still waited for', () => {
  const timeouts = afterSixHangs(900);
  for (let n = 0; n < 40; n += 1) timeouts.noteUnwaited(request as SentRequest, 0, 1000);
  expect(timeouts.patienceFor('logs')).toBe(3600);
});
