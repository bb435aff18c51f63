import { expect, test } from 'vitest';
import type { Exchange, SentRequest } from '../../core/exchange.ts';
import { OperationTimeouts } from './operation-timeouts.ts';

const request = {
  operation: 'logs',
  typed: true,
  target: '/logs/search',
  body: null,
  webhook: null,
  authorization: null,
} as never;

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
  expect(timeouts.patienceFor({ operation: 'logs', typed: true })).toBeUndefined();
  expect(afterSixHangs(20).patienceFor({ operation: 'logs', typed: true })).toBe(1000);
  expect(afterSixHangs(20).patienceFor({ operation: 'create', typed: true })).toBeUndefined();
});

test('each four requests that were not waited for halve the wait, down to eight times the average answer', () => {
  const timeouts = afterSixHangs(20);
  const waits: (number | undefined)[] = [];
  for (let n = 0; n < 20; n += 1) {
    if (n % 4 === 0) waits.push(timeouts.patienceFor({ operation: 'logs', typed: true }));
    timeouts.noteUnwaited(request as SentRequest, 0, 1000);
  }
  expect(waits).toEqual([1000, 500, 250, 160, 160]);
});

test('a slow target is still waited for', () => {
  const timeouts = afterSixHangs(900);
  for (let n = 0; n < 40; n += 1) timeouts.noteUnwaited(request as SentRequest, 0, 1000);
  expect(timeouts.patienceFor({ operation: 'logs', typed: true })).toBe(3600);
});

test('after six time-outs in several operations, two of one operation shorten its time-out', () => {
  const timeouts = new OperationTimeouts();
  const hang = (change: object) =>
    timeouts.note({ ...exchange(10_000, true), request: { ...(request as object), ...change } } as never);
  for (const operation of ['logs', 'create'])
    timeouts.note({ ...exchange(20), request: { ...(request as object), operation } } as never);
  for (let n = 0; n < 5; n += 1) hang({ operation: 'create', typed: false });
  hang({});
  expect(timeouts.patienceFor({ operation: 'create', typed: false })).toBe(1000);
  expect(timeouts.patienceFor({ operation: 'create', typed: true })).toBeUndefined();
  expect(timeouts.patienceFor({ operation: 'logs', typed: true })).toBeUndefined();
  hang({});
  expect(timeouts.patienceFor({ operation: 'logs', typed: true })).toBe(1000);
});

test('once a request hung, others are late after four times the slowest answer', () => {
  const timeouts = new OperationTimeouts();
  timeouts.note(exchange(600));
  expect(timeouts.lateAfter('logs')).toBeUndefined();
  timeouts.note(exchange(10_000, true));
  expect(timeouts.lateAfter('logs')).toBe(2400);
  expect(timeouts.lateAfter('create')).toBeUndefined();
});
